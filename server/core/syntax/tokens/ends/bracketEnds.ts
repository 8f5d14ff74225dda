import {
  apostrophe,
  backslash,
  carriageReturn,
  closeBrace,
  closeBracket,
  closeParenthesis,
  colon,
  lineFeed,
  openBrace,
  openBracket,
  openParenthesis,
  quote,
  space,
} from '../../../text/characters';
import { noUnit } from '../../../text/text';

/** Maximum code units to a closing bracket. */
const maxDistance = 5000;
/** Maximum white space between a string and the colon after it. */
const maxSpaces = 80;
/** Searches remembered at a time: they may differ in which quotes open a string. */
const maxSearches = 3;
const maxRemembered = 5000;

const closers: ReadonlyMap<number, number> = new Map([
  [openParenthesis, closeParenthesis],
  [openBracket, closeBracket],
  [openBrace, closeBrace],
]);

/** A scan of a line from an opening bracket on; strings may use either kind of quote. */
interface Search {
  to: number;
  /** Whether nothing after `to` can close the open brackets: the line ends, or a bracket does not match. */
  isOver: boolean;
  /** The quote of the string around `to`; 0 outside strings. */
  mark: number;
  /** Open brackets, outermost first. */
  open: { readonly at: number; readonly closer: number }[];
  readonly ends: Map<number, number>;
}

/**
 * Matches brackets in text that is not JSON. The match of a bracket depends only on the text after it; brackets passed
 * on the way are remembered, so that text is not scanned again and again.
 */
export class BracketEnds {
  /** Code units scanned so far. */
  effort = 0;
  private readonly searches: Search[] = [];
  private readonly peek: (at: number) => number;

  constructor(peek: (at: number) => number) {
    this.peek = peek;
  }

  /** One past the bracket that closes the one at an offset, or -1; `seenTo` is one past the last code unit examined. */
  of(at: number): { readonly end: number; readonly seenTo: number } {
    const search = this.searchFor(at);
    const limit = at + maxDistance;
    while (!search.ends.has(at) && !search.isOver && search.to < limit) this.step(search);
    const end = search.ends.get(at) ?? -1;
    if (end >= 0 && end <= limit) return { end, seenTo: end + maxSpaces };
    return { end: -1, seenTo: Math.min(search.to, limit) + maxSpaces };
  }

  private searchFor(at: number): Search {
    const known = this.searches.find(({ open, ends }) => ends.has(at) || isOpen(open, at));
    if (known !== undefined) return known;
    const closer = closers.get(this.peek(at))!;
    const search = { to: at + 1, isOver: false, mark: 0, open: [{ at, closer }], ends: new Map() };
    if (this.searches.unshift(search) > maxSearches) this.searches.pop();
    return search;
  }

  private step(search: Search): void {
    const { open, ends, mark } = search;
    const at = search.to++;
    this.effort++;
    const c = this.peek(at);
    const closer = closers.get(c);
    if (this.isLineEnd(at)) search.isOver = true;
    else if (mark !== 0) {
      if (c === backslash && !this.isLineEnd(search.to)) search.to++;
      else if (c === mark) {
        search.mark = 0;
        // The name of the next property: the open brackets are never closed.
        const isInCall = open[open.length - 1]?.closer === closeParenthesis;
        if (c === quote && isInCall && this.isBeforeColon(search.to)) search.isOver = true;
      }
    } else if (c === quote || c === apostrophe) search.mark = c;
    else if (closer !== undefined) {
      open.push({ at, closer });
      // Drop brackets that are too far away to be closed.
      if (open.length > 2 * maxDistance) open.splice(0, maxDistance);
    } else if (c === closeParenthesis || c === closeBracket || c === closeBrace) {
      const last = open.pop();
      if (last?.closer !== c || open.length === 0) search.isOver = true;
      if (last?.closer !== c) return;
      if (ends.size === maxRemembered) ends.clear();
      ends.set(last.at, at + 1);
    }
  }

  private isLineEnd(at: number): boolean {
    const c = this.peek(at);
    return c === noUnit || c === lineFeed || c === carriageReturn;
  }

  private isBeforeColon(from: number): boolean {
    let at = from;
    while (this.peek(at) === space && at < from + maxSpaces) at++;
    return this.peek(at) === colon;
  }
}

function isOpen(open: Search['open'], at: number): boolean {
  let low = 0;
  let high = open.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (open[middle]!.at < at) low = middle + 1;
    else high = middle;
  }
  return open[low]?.at === at;
}
