import {
  apostrophe,
  backslash,
  carriageReturn,
  closeBrace,
  closeBracket,
  colon,
  comma,
  lineFeed,
  openBrace,
  openBracket,
  quote,
  space,
} from '../../text/characters';
import { maxBracketsBeforeEscape } from '../layout';
import { isLogLine } from './logLines';
import { endOfPlaceholder } from './strayText';
import { Token } from './token';
import { noLimit } from './tokenReader';
import { WordReader } from './wordReader';

/** Code units of white space and comments to look over for the next token. */
const maxBlankLookahead = 262_144;

/**
 * Splits text into JSON tokens, one at a time, from any offset. Never fails: text that is not JSON becomes a `word`, or
 * the token that was most likely meant, and is reported. Offsets are UTF-16 code units.
 */
export class Scanner extends WordReader {
  private maxSkipped = noLimit;

  /** Continues from an offset. */
  moveTo(offset: number): void {
    this.to = offset;
    this.blanks.forget();
  }

  /** Reads the rest of the line as a word if it begins like a log message. */
  nextLogLine(): boolean {
    const at = this.afterBlank();
    if (!isLogLine(this, at)) return false;
    this.from = at;
    this.flags = 0;
    this.finish(Token.word, this.endOfLine(at));
    return true;
  }

  /**
   * Reads the next token. Of a string or a word, about `maxLength` code units are read at most: if it is longer, the
   * token is `unfinished`, and the next call continues. So it is after `maxSkipped` code units of white space and of
   * comments.
   */
  next(maxLength = noLimit, maxSkipped = maxLength): Token {
    this.maxLength = maxLength;
    this.maxSkipped = maxSkipped;
    const start = this.to;
    let token = this.nextOrSkipped();
    // A loop, because there may be a million in a row.
    while (token === Token.skipped && this.to - start < maxSkipped) token = this.nextOrSkipped();
    this.token = token === Token.skipped ? Token.unfinished : token;
    return this.token;
  }

  private nextOrSkipped(): Token {
    const at = this.blanks.skip(this.to, this.blanks.knownTo(this.to) + this.maxSkipped);
    if (!this.blanks.isWhole) return Token.unfinished;
    this.from = at;
    this.flags = 0;
    if (at >= this.text.length) return this.finish(Token.end, at);
    const c = this.peek(at);
    switch (c) {
      case openBrace:
        return this.openingBracket(Token.openObject, at);
      case closeBrace:
        return this.finish(Token.closeObject, at + 1);
      case openBracket:
        return this.openingBracket(Token.openArray, at);
      case closeBracket:
        return this.finish(Token.closeArray, at + 1);
      case comma:
        return this.finish(Token.comma, at + 1);
      case colon:
        return this.finish(Token.colon, at + 1);
      case quote:
      case apostrophe:
        return (
          (this.peek(at + 1) === c ? this.pythonString(at) : null) ??
          (c === quote ? this.string(at) : this.singleQuoted(at))
        );
      case lineFeed:
      case carriageReturn:
        return this.finish(Token.newline, this.afterLineBreak(at));
    }
    return this.word(at);
  }

  private openingBracket(token: Token, at: number): Token {
    const placeholder = token === Token.openObject ? endOfPlaceholder(this, at) : -1;
    if (placeholder >= 0) return this.finish(Token.word, placeholder);
    this.finish(token, at + 1);
    return this.isEscapedJson(at) ? this.textFrom(at, this.ends.ofEscapedJson(at + 1)) : token;
  }

  /** Whether a bracket begins JSON inside a string, with its quotes escaped: `{\"a\": 1}`. */
  private isEscapedJson(bracket: number): boolean {
    let at = bracket + 1;
    let c = this.peek(at);
    while (at - bracket < maxBracketsBeforeEscape && (c === openBrace || c === openBracket || c === space))
      c = this.peek(++at);
    this.see(at + 1);
    return c === backslash;
  }

  /**
   * The offset after the white space and comments that follow the current token; does not advance. Only after
   * `passBlank`, because they may have megabytes.
   */
  afterBlank(): number {
    const at = this.blanks.skip(this.to);
    this.see(at + 1);
    return at;
  }

  /** Like `afterBlank`, to look ahead: the end of the text if the next token is too far away. */
  nextNear(): number {
    const limit = this.to + maxBlankLookahead;
    const at = this.blanks.skip(this.to, limit);
    this.see(at + 1);
    return at < limit ? at : this.text.length;
  }

  /**
   * Skips up to so many code units of the white space after the current token; false if more is left. Long white space,
   * which may be a million comments, is skipped in steps before the next token is read.
   */
  passBlank(units: number): boolean {
    this.blanks.skip(this.to, this.blanks.knownTo(this.to) + units);
    return this.blanks.isWhole;
  }
}
