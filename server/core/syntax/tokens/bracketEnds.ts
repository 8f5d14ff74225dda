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
} from '../../text/characters';
import { noUnit } from '../../text/text';

/** A bracket that closes farther away is not looked for. */
const maxDistance = 5000;
/** White space at most between a string and the colon behind it. */
const maxBlanks = 80;
/** Searches that are remembered at a time: strings may begin at each other quote. */
const maxSearches = 3;
const maxRemembered = 5000;

const closers: ReadonlyMap<number, number> = new Map([
  [openParenthesis, closeParenthesis],
  [openBracket, closeBracket],
  [openBrace, closeBrace],
]);

/** A walk over a line from an opening bracket on, with strings in either kind of quote. */
interface Search {
  to: number;
  /** Whether nothing behind `to` can close what is open: the line ends, or a bracket does not match. */
  isOver: boolean;
  /** The quote of the string that `to` stands in; 0 outside of strings. */
  mark: number;
  /** The brackets that are open, outermost first. */
  open: { readonly at: number; readonly closer: number }[];
  readonly ends: Map<number, number>;
}

/**
 * Finds where brackets close in text that is no JSON. Where one does follows from the text behind it alone; brackets
 * that were passed on the way are remembered, so that no text is walked over again and again.
 */
export class BracketEnds {
  /** Code units that were walked over so far. */
  effort = 0;
  private readonly searches: Search[] = [];
  private readonly peek: (at: number) => number;

  constructor(peek: (at: number) => number) {
    this.peek = peek;
  }

  /** One past the bracket that closes the one at an offset, or -1; `seenTo` is one past what was looked at. */
  of(at: number): { readonly end: number; readonly seenTo: number } {
    const search = this.searchFor(at);
    const limit = at + maxDistance;
    while (!search.ends.has(at) && !search.isOver && search.to < limit) this.step(search);
    const end = search.ends.get(at) ?? -1;
    if (end >= 0 && end <= limit) return { end, seenTo: end + maxBlanks };
    return { end: -1, seenTo: Math.min(search.to, limit) + maxBlanks };
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
        // The name of the next property: what is open here is never closed.
        const isInCall = open[open.length - 1]?.closer === closeParenthesis;
        if (c === quote && isInCall && this.isBeforeColon(search.to)) search.isOver = true;
      }
    } else if (c === quote || c === apostrophe) search.mark = c;
    else if (closer !== undefined) {
      open.push({ at, closer });
      // Those too far away to be closed make room.
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
    while (this.peek(at) === space && at < from + maxBlanks) at++;
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
