import {
  carriageReturn,
  closeBrace,
  closeBracket,
  comma,
  lineFeed,
  openBrace,
  openBracket,
  quote,
  semicolon,
} from '../../../text/characters';
import { noUnit } from '../../../text/text';
import type { CharacterSource } from '../characterSource';
import { SearchedRanges } from '../searchedRanges';
import { beginsContainerAt } from '../strayText';
import { isBlank } from '../unitKinds';
import { interrupted } from './endSearch';
import { maxGuessLength } from './plausible';

/** Bounds of a search, in code units. */
export interface SentenceLimits {
  /** If more follow, the words end with the first. */
  readonly most: number;
  /** After about as many the search is interrupted; the next call continues it. */
  readonly units: number;
}

/** Finds where unquoted words in place of a value end: before anything that may follow a value. */
export class SentenceEnd {
  private readonly source: CharacterSource;
  private readonly isPlausible: (end: number) => boolean;
  private readonly isLines: boolean;
  /** Words, without what ends them; `seen` is one past the last code unit that was examined. */
  private readonly words = new SearchedRanges({ seen: 0 });

  /** `isPlausible`: whether what comes after an offset may follow a value. */
  constructor(source: CharacterSource, isPlausible: (end: number) => boolean, isLines: boolean) {
    this.source = source;
    this.isPlausible = isPlausible;
    this.isLines = isLines;
  }

  /** The end of the words, of which the first ends at `wordEnd`; or `interrupted`. */
  from(wordEnd: number, { most, units }: SentenceLimits): number {
    const { source } = this;
    // Where words end does not depend on where they begin.
    const words = this.words.around(wordEnd);
    source.see(words.seen);
    let at = Math.max(words.from, words.to - 1);
    const limit = wordEnd + most;
    const stop = Math.min(at + units, limit);
    while (at < stop && !this.isEnd(at)) at++;
    words.to = at + 1;
    words.seen = at + maxGuessLength;
    if (at === stop && stop < limit) return interrupted;
    if (at < limit && source.peek(at) !== quote)
      return this.beforeContainer(wordEnd, this.withoutBlank(wordEnd, at));
    source.see(words.seen);
    return wordEnd;
  }

  /** Whether the words end here, or are words of a string: at a quote. */
  private isEnd(at: number): boolean {
    const c = this.source.peek(at);
    this.source.see(at + 1);
    if (c === quote || c === noUnit || c === lineFeed || c === carriageReturn) return true;
    return mayFollowWords(c) && this.isPlausible(at);
  }

  /** Up to `to`, without a bracket before it that begins an array or object: its first member is on the next line. */
  private beforeContainer(from: number, to: number): number {
    const { source, isLines } = this;
    const last = to > from ? source.peek(to - 1) : noUnit;
    const isBracket = last === openBrace || last === openBracket;
    return isBracket && beginsContainerAt(source, to - 1, isLines) ? this.withoutBlank(from, to - 1) : to;
  }

  /** Up to `to`, without white space before it. */
  private withoutBlank(from: number, to: number): number {
    let at = to;
    while (at > from && isBlank(this.source.peek(at - 1))) at--;
    return at;
  }
}

function mayFollowWords(c: number): boolean {
  return c === comma || c === semicolon || c === closeBrace || c === closeBracket;
}
