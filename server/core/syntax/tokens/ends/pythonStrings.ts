import {
  apostrophe,
  backslash,
  carriageReturn,
  letterB,
  letterF,
  letterR,
  letterU,
  lineFeed,
  quote,
  smallBit,
} from '../../../text/characters';
import { isLineEnd } from '../../../text/lineEnds';
import { noUnit } from '../../../text/text';
import type { CharacterSource } from '../characterSource';
import { SearchedRanges } from '../searchedRanges';
import { maxGuessLength } from './plausible';
import { beforeNextDocument } from './quoteSearch';
import type { StringEnds } from './stringEnds';

/** Maximum length of a string in three quotes. */
const maxLength = 1_000_000;
/** Letters before a quote, as in `rb"…"`. */
const maxPrefixLength = 2;

/**
 * Finds the ends of Python strings that would be other tokens in JSON: with a prefix (`r"…"`), or in three quotes.
 */
export class PythonStrings {
  private readonly source: CharacterSource;
  private readonly ends: StringEnds;
  /** Whether a line break ends the search for the end of a string. */
  private readonly endsAt: (at: number, c: number) => boolean;
  /** Where three `"`, and three `'`, were looked for, and the end of a string there or -1. */
  private readonly searched = {
    [quote]: new SearchedRanges({ end: -1 }),
    [apostrophe]: new SearchedRanges({ end: -1 }),
  };

  constructor(source: CharacterSource, ends: StringEnds, isLines: boolean) {
    this.source = source;
    this.ends = ends;
    this.endsAt = isLines ? beforeNextDocument((at) => source.peek(at)) : () => false;
  }

  /**
   * The end of such a string that begins at an offset, or -1; may be `interrupted` after about `units` code units.
   * `isBegun`: whether that was the last result.
   */
  endOf(start: number, { units, isBegun }: { readonly units: number; readonly isBegun: boolean }): number {
    const { source, ends } = this;
    let at = start;
    while (at - start < maxPrefixLength && isPrefix(source.peek(at))) at++;
    const mark = source.peek(at);
    source.see(at + 3);
    if (mark !== quote && mark !== apostrophe) return -1;
    if (source.peek(at + 1) === mark && source.peek(at + 2) === mark) return this.endOfThree(at + 3, mark);
    // `b", …` is a word that lacks its first quote.
    if (at === start || (!isBegun && ends.isPlausible(at + 1))) return -1;
    return ends.later(at + 1, mark, units);
  }

  /** The end of the next three quotes that can end a string, or -1. */
  private endOfThree(from: number, mark: typeof quote | typeof apostrophe): number {
    const { source, ends } = this;
    const searched = this.searched[mark].around(from);
    if (searched.end >= 0) return searched.end - from <= maxLength ? searched.end : -1;
    let at = searched.to;
    let end = -1;
    source.see(at + maxGuessLength);
    for (; at - from < maxLength && end < 0; at++) {
      const c = source.peek(at);
      if (c === backslash && !isLineEnd(source.peek(at + 1))) at++;
      else if (c === noUnit || ((c === lineFeed || c === carriageReturn) && this.endsAt(at, c))) break;
      else if (c === mark && at >= from + 2 && this.isLastOfThree(at, mark) && ends.isPlausible(at + 1))
        end = at + 1;
    }
    // The quotes at the end may also begin such a string.
    searched.to = end < 0 ? at : end - 2;
    searched.end = end;
    source.see(at + maxGuessLength);
    return end;
  }

  private isLastOfThree(at: number, mark: number): boolean {
    const { source } = this;
    return source.peek(at - 1) === mark && source.peek(at - 2) === mark && source.peek(at + 1) !== mark;
  }
}

/** Whether a character may stand before the quotes of a Python string: `b`, `f`, `r` or `u`. */
export function isPrefix(c: number): boolean {
  const letter = c | smallBit;
  return letter === letterB || letter === letterF || letter === letterR || letter === letterU;
}
