import { sliceText, type Text } from '../../text/text';
import type { Scanner } from '../tokens/scanner';
import { Token as T } from '../tokens/token';
import type { Vocabulary } from '../tokens/vocabulary';
import { maxTokensAhead } from './recovery';
import type { Lookahead } from './tokenFit';

/** Code units read ahead: a token, or the white space and comments before it, may have megabytes. */
const maxUnitsAhead = 262_144;

interface TokenAhead extends Lookahead {
  readonly from: number;
  /** One past the last code unit that influenced this token, or one before it. */
  readonly seen: number;
}

/**
 * The tokens ahead, as far as a repair looks. Cached, because syntax errors close together look at nearly the same
 * tokens.
 */
export class TokenLookahead {
  private readonly tokens: TokenAhead[] = [];
  private readonly text: Text;
  private readonly reader: Scanner;
  private readonly vocabulary: Vocabulary;

  /** `reader` is repositioned, and must report nothing. */
  constructor(text: Text, reader: Scanner, vocabulary: Vocabulary) {
    this.text = text;
    this.reader = reader;
    this.vocabulary = vocabulary;
  }

  /**
   * The tokens from an offset on, where one begins; valid until the next call. The end of the text or of a line is the
   * last, or a token that is too long or too far away.
   */
  from(offset: number): readonly TokenAhead[] {
    const { tokens } = this;
    const known = tokens.findIndex(({ from }) => from === offset);
    if (known < 0) this.reader.moveTo(offset);
    tokens.splice(0, known < 0 ? tokens.length : known);
    while (tokens.length < maxTokensAhead && !isLast(tokens[tokens.length - 1])) tokens.push(this.next());
    return tokens;
  }

  /** Cost of reading beyond the tokens themselves, in code units. */
  get effort(): number {
    return this.reader.effort;
  }

  private next(): TokenAhead {
    const { reader } = this;
    const isNear = reader.passBlank(maxUnitsAhead);
    if (!isNear) reader.see(reader.to + maxUnitsAhead + 1);
    const token = isNear ? reader.next(maxUnitsAhead) : T.unfinished;
    const isShort = token === T.string && reader.to - reader.from <= this.vocabulary.maxLength + 2;
    const name = isShort ? sliceText(this.text, reader.from + 1, reader.to - 1) : '';
    const key = isShort ? this.vocabulary.numberOf(name) : 0;
    return { token, key, from: reader.from, seen: reader.seen };
  }
}

const lastTokens: ReadonlySet<number> = new Set([T.end, T.newline, T.unfinished]);

function isLast(token: TokenAhead | undefined): boolean {
  return token !== undefined && lastTokens.has(token.token);
}
