import {
  apostrophe,
  backslash,
  closeBrace,
  closeBracket,
  closeParenthesis,
  colon,
  openBrace,
  openBracket,
  openParenthesis,
  quote,
  space,
} from '../../../text/characters';
import { isLineEnd } from '../../../text/lineEnds';
import { noUnit } from '../../../text/text';
import { SearchedRanges } from '../searchedRanges';

/** Maximum code units to a closing bracket. */
const maxDistance = 5000;
/** Maximum white space between a string and the colon after it. */
const maxSpaces = 80;
/** Searches end at multiples of this offset, so that what one has searched is known to those that begin soon after. */
const stretch = 2 ** 12;
/** Of places in a row, the first and then every fourth is remembered: a search soon comes to one of these. */
const rememberEvery = 4;
/** What is remembered is dropped before a search if it is more than this. */
const maxRemembered = 2 ** 15;
/** Cost of a place that a search passes, in code units. */
const placeCost = 20;

const closers: ReadonlyMap<number, number> = new Map([
  [openParenthesis, closeParenthesis],
  [openBracket, closeBracket],
  [openBrace, closeBrace],
]);
const closing: ReadonlySet<number> = new Set(closers.values());

/** What a search comes to next; pairs of brackets are passed over. */
const What = {
  /** A place outside of strings, after a string or a pair of brackets. */
  place: 0,
  /** An opening bracket. */
  opener: 1,
  /** The bracket that closes the one around. */
  closer: 2,
  /** Nothing that closes the brackets around, as the text before the offset shows. */
  nothing: 3,
  /** The end of the search. */
  far: 4,
} as const;

/** What comes next, and its offset, as one number, because there may be thousands in a search. */
type Next = number;
const whatCount = 8;
const next = (what: number, at: number): Next => whatCount * at + what;
const whatOf = (value: Next): number => value % whatCount;
const offsetOf = (value: Next): number => Math.floor(value / whatCount);

/** An open bracket of a search. */
interface Level {
  readonly opener: number;
  readonly isInCall: boolean;
  /** The last place that was passed between this bracket and the next open one. */
  at: number;
  /** Where its places begin among those that were passed. */
  readonly firstPassed: number;
}

/**
 * Matches brackets in text that is not JSON; strings may use either kind of quote. What closes a bracket depends only on
 * the text after it. It is remembered for places outside of strings that a search passes, because any other search that
 * comes to such a place goes on in the same way: text is not scanned again and again.
 */
export class BracketEnds {
  /** Code units scanned so far, and the cost of the places passed. */
  effort = 0;
  /** What comes after a place, by `keyOf`. */
  private readonly known = new Map<number, Next>();
  /** The offset up to which nothing closes the brackets around a place, by `keyOf`. */
  private readonly searched = new Map<number, number>();
  /** Where strings end, or -1. A range never begins inside of an escape: strings begin after a quote. */
  private readonly strings = {
    [quote]: new SearchedRanges({ end: -1 }),
    [apostrophe]: new SearchedRanges({ end: -1 }),
  };
  private readonly peek: (at: number) => number;

  constructor(peek: (at: number) => number) {
    this.peek = peek;
  }

  /** One past the bracket that closes the one at an offset, or -1; `seenTo` is one past the last code unit examined. */
  of(at: number): { readonly end: number; readonly seenTo: number } {
    const limit = at + maxDistance;
    const found = this.search(at);
    const isCloser = whatOf(found) === What.closer;
    const to = offsetOf(found) + (isCloser ? 1 : 0);
    const isClosed = isCloser && to <= limit && this.isPair(at, to - 1);
    return { end: isClosed ? to : -1, seenTo: Math.min(to, limit) + maxSpaces + 1 };
  }

  private search(bracket: number): Next {
    if (this.known.size + this.searched.size > maxRemembered) {
      this.known.clear();
      this.searched.clear();
    }
    const until = Math.ceil((bracket + maxDistance) / stretch) * stretch;
    /** Keys of the places that were passed. */
    const passed: number[] = [];
    const open = [this.levelOf(bracket, 0)];
    for (;;) {
      const level = open[open.length - 1]!;
      const found = this.nextIn(level, until);
      passed.push(keyOf(level));
      this.effort += placeCost;
      const what = whatOf(found);
      const at = offsetOf(found);
      if (what === What.place) level.at = at;
      else if (what === What.opener) open.push(this.levelOf(at, passed.length));
      else if (what === What.closer && open.length > 1) {
        open.pop();
        this.remember(passed.splice(level.firstPassed), found);
        if (!this.isPair(level.opener, at)) return this.remember(passed, next(What.nothing, at + 1));
        open[open.length - 1]!.at = at + 1;
      } else if (what === What.far) {
        this.rememberFar(open, passed, until);
        return found;
      } else return this.remember(passed, found);
    }
  }

  /** Remembers what comes after places, and returns it. */
  private remember(passed: readonly number[], found: Next): Next {
    for (let i = 0; i < passed.length; i += rememberEvery) this.known.set(passed[i]!, found);
    return found;
  }

  /** Remembers that nothing before an offset closes the brackets around the places that were passed. */
  private rememberFar(open: readonly Level[], passed: readonly number[], until: number): void {
    for (const [i, { at, firstPassed }] of open.entries()) {
      const end = open[i + 1]?.firstPassed ?? passed.length;
      for (let p = firstPassed; p < end; p += rememberEvery) {
        const key = passed[p]!;
        this.searched.set(key, until);
        if (key >> 1 < at) this.known.set(key, next(What.place, at));
      }
    }
  }

  private nextIn(level: Level, until: number): Next {
    const key = keyOf(level);
    if ((this.searched.get(key) ?? 0) >= until) return next(What.far, until);
    return this.known.get(key) ?? this.scan(level, until);
  }

  private scan({ at: from, isInCall }: Level, until: number): Next {
    for (let at = from; at < until; at++) {
      this.effort++;
      const c = this.peek(at);
      if (this.endsLine(at)) return next(What.nothing, at + 1);
      if (closers.has(c)) return next(What.opener, at);
      if (closing.has(c)) return next(What.closer, at);
      if (c !== quote && c !== apostrophe) continue;
      const found = this.behindString(at + 1, c, until);
      // The name of the next property: the open brackets are never closed.
      const isName = c === quote && isInCall && whatOf(found) === What.place;
      return isName && this.isBeforeColon(offsetOf(found)) ? next(What.nothing, offsetOf(found)) : found;
    }
    return next(What.far, until);
  }

  /** The place behind a string, of which the content begins at an offset. */
  private behindString(from: number, mark: typeof quote | typeof apostrophe, until: number): Next {
    const range = this.strings[mark].around(from);
    if (range.end >= 0) return next(What.place, range.end);
    for (; range.to < until; range.to++) {
      this.effort++;
      const at = range.to;
      if (this.endsLine(at)) return next(What.nothing, at + 1);
      const c = this.peek(at);
      if (c === backslash && !this.endsLine(at + 1)) range.to++;
      else if (c === mark) {
        range.end = at + 1;
        range.to = at + 1;
        return next(What.place, at + 1);
      }
    }
    return next(What.far, until);
  }

  private levelOf(opener: number, firstPassed: number): Level {
    const isInCall = this.peek(opener) === openParenthesis;
    return { opener, isInCall, at: opener + 1, firstPassed };
  }

  private isPair(opener: number, closer: number): boolean {
    return closers.get(this.peek(opener)) === this.peek(closer);
  }

  /** The end of a line, or of the text. */
  private endsLine(at: number): boolean {
    const c = this.peek(at);
    return c === noUnit || isLineEnd(c);
  }

  private isBeforeColon(from: number): boolean {
    let at = from;
    while (this.peek(at) === space && at < from + maxSpaces) at++;
    return this.peek(at) === colon;
  }
}

/** What closes the brackets around a place depends on it and on whether the innermost one is a parenthesis. */
function keyOf({ at, isInCall }: Level): number {
  return 2 * at + (isInCall ? 1 : 0);
}
