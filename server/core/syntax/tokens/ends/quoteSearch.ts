import { backslash, carriageReturn, lineFeed, openBrace, openBracket, quote } from '../../../text/characters';
import { noUnit } from '../../../text/text';
import { SearchedRanges } from '../searchedRanges';

/** Maximum code units between an offset and the quote. */
const maxDistance = 1_000_000;

/** Finds the next unescaped double quote. The result does not depend on where the search began. */
export class QuoteSearch {
  /** A search has come to the last offset of its range; `isFound` tells whether a quote is there. */
  private readonly ranges = new SearchedRanges({ isFound: false });
  private readonly peek: (at: number) => number;
  private readonly endsAt: (at: number, c: number) => boolean;

  /** `endsAt` returns whether a line break ends the search. */
  constructor(peek: (at: number) => number, endsAt: (at: number, c: number) => boolean) {
    this.peek = peek;
    this.endsAt = endsAt;
  }

  /** The offset of the next quote, or -1; `seenTo` is one past the last code unit examined. */
  next(offset: number): { readonly at: number; readonly seenTo: number } {
    const range = this.ranges.around(offset);
    const limit = offset + maxDistance;
    let at = Math.max(range.from, range.to - 1);
    while (!range.isFound && at < limit) {
      const c = this.peek(at);
      if (c === noUnit || ((c === lineFeed || c === carriageReturn) && this.endsAt(at, c))) break;
      if (c === quote && !this.isEscaped(at)) range.isFound = true;
      else at++;
    }
    range.to = at + 1;
    const isNear = range.isFound && at < limit;
    return { at: isNear ? at : -1, seenTo: Math.min(at, limit) + 2 };
  }

  private isEscaped(at: number): boolean {
    let before = at;
    while (this.peek(before - 1) === backslash) before--;
    return (at - before) % 2 === 1;
  }
}

/** Ends with the line. */
export const withLine = (): boolean => true;

/** Ends before a line that is a document of its own: one that begins with a bracket, or the end of the text. */
export function beforeNextDocument(peek: (at: number) => number): (at: number, c: number) => boolean {
  return (at, c) => {
    const next = peek(c === carriageReturn && peek(at + 1) === lineFeed ? at + 2 : at + 1);
    return next === openBrace || next === openBracket || next === noUnit;
  };
}
