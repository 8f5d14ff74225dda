import { backslash, carriageReturn, lineFeed } from '../../../text/characters';
import { noUnit } from '../../../text/text';
import type { CharacterSource } from '../characterSource';
import { SearchedRanges } from '../searchedRanges';
import { maxGuessLength } from './plausible';

/** Maximum lookahead for the end of a string: more than any conversation has. */
export const maxLookahead = 16_000_000;
/** What a search that was interrupted returns. */
export const interrupted = -2;

/** How the strings of a notation end. */
export interface Closing {
  /** The offset after the closing mark at an offset, where `c` is; -1 if there is none. */
  endOf(at: number, c: number): number;
  /** Code units of the escape at an offset, where a backslash is. */
  lengthOfEscape(at: number): number;
  /** Whether no string of the notation contains the code unit at an offset. */
  excludes?(at: number, c: number): boolean;
}

interface Found {
  /** One past the last code unit examined. */
  seen: number;
  /** The end found at the end of the range, or -1. */
  found: number;
}

/**
 * Finds the closing mark on a line that can end a string. The result does not depend on where the string begins, so a
 * range that was searched is not searched again.
 */
export class EndSearch {
  private readonly ranges = new SearchedRanges<Found>({ seen: 0, found: -1 });
  private readonly source: CharacterSource;
  private readonly closing: Closing;
  private readonly isPlausible: (end: number) => boolean;

  /** `isPlausible` returns whether a string can end at an offset. */
  constructor(source: CharacterSource, closing: Closing, isPlausible: (end: number) => boolean) {
    this.source = source;
    this.closing = closing;
    this.isPlausible = isPlausible;
  }

  /**
   * The end of the string whose content begins at an offset, or -1. After about `units` code units the search is
   * interrupted; the next call continues it.
   */
  next(from: number, units: number): number {
    const { source, closing } = this;
    const range = this.ranges.around(from);
    source.see(range.seen);
    if (range.found >= 0) return range.to <= from + maxLookahead ? range.found : -1;
    let at = range.to;
    const stop = Math.min(at + units, from + maxLookahead);
    while (at < stop) {
      const c = source.peek(at);
      const end = closing.endOf(at, c);
      if (end >= 0 && this.isPlausible(end)) {
        Object.assign(range, { to: at + 1, seen: end, found: end });
        return end;
      }
      if (isEnd(c) || closing.excludes?.(at, c) === true) break;
      at += end >= 0 ? end - at : c === backslash ? this.lengthOfEscape(at) : 1;
    }
    Object.assign(range, { to: at, seen: at + maxGuessLength });
    source.see(range.seen);
    return at >= stop && stop < from + maxLookahead ? interrupted : -1;
  }

  /** An escape ends with the line. */
  private lengthOfEscape(at: number): number {
    return isEnd(this.source.peek(at + 1)) ? 1 : this.closing.lengthOfEscape(at);
  }
}

function isEnd(c: number): boolean {
  return c === noUnit || c === lineFeed || c === carriageReturn;
}
