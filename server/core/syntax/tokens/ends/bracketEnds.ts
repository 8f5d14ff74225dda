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
/** Searches end at multiples of this offset, so that what one has searched is known to those that begin soon after. */
const stretch = 2 ** 14;
/** Places remembered at a time: more than one search passes. */
const maxRemembered = 2 ** 16;

const closers: ReadonlyMap<number, number> = new Map([
  [openParenthesis, closeParenthesis],
  [openBracket, closeBracket],
  [openBrace, closeBrace],
]);
const closing: ReadonlySet<number> = new Set(closers.values());

/** What a search comes to next. Pairs of brackets are passed over. */
interface Next {
  /**
   * - `place`: a place outside of strings, after a string or a pair of brackets.
   * - `opener`: an opening bracket.
   * - `closer`: the bracket that closes the one around.
   * - `nothing`: nothing closes the brackets around, as the text before `at` shows.
   * - `far`: the end of the search.
   */
  readonly type: 'place' | 'opener' | 'closer' | 'nothing' | 'far';
  readonly at: number;
}

/** An open bracket of a search, and how far the search has come inside it. */
interface Level {
  readonly opener: number;
  readonly isInCall: boolean;
  at: number;
  /** Keys of places that were passed. */
  readonly passed: number[];
}

/**
 * Matches brackets in text that is not JSON; strings may use either kind of quote. What closes a bracket depends only on
 * the text after it. It is remembered for each place outside of strings that a search passes, because any other search
 * that comes to this place goes on in the same way: text is not scanned again and again.
 */
export class BracketEnds {
  /** Code units scanned, and places passed, so far. */
  effort = 0;
  /** What comes after a place, by `keyOf`. */
  private readonly next = new Map<number, Next>();
  /** The offset up to which nothing closes the brackets around a place, by `keyOf`. */
  private readonly searched = new Map<number, number>();
  private readonly peek: (at: number) => number;

  constructor(peek: (at: number) => number) {
    this.peek = peek;
  }

  /** One past the bracket that closes the one at an offset, or -1; `seenTo` is one past the last code unit examined. */
  of(at: number): { readonly end: number; readonly seenTo: number } {
    const limit = at + maxDistance;
    const found = this.search(at);
    const to = found.type === 'closer' ? found.at + 1 : found.at;
    const isClosed = found.type === 'closer' && to <= limit && this.isPair(at, found.at);
    return { end: isClosed ? to : -1, seenTo: Math.min(to, limit) + maxSpaces };
  }

  private search(bracket: number): Next {
    if (this.next.size + this.searched.size > maxRemembered) {
      this.next.clear();
      this.searched.clear();
    }
    const until = Math.ceil((bracket + maxDistance) / stretch) * stretch;
    const open = [this.levelOf(bracket)];
    for (;;) {
      const level = open[open.length - 1]!;
      const key = keyOf(level);
      const isSearched = (this.searched.get(key) ?? 0) >= until;
      const next = isSearched ? { type: 'far' as const, at: until } : this.nextIn(level, until);
      level.passed.push(key);
      this.effort++;
      if (next.type === 'place') level.at = next.at;
      else if (next.type === 'opener') open.push(this.levelOf(next.at));
      else {
        const end = next.type === 'closer' ? this.close(open, next) : next;
        if (end !== null) return this.end(open, end);
      }
    }
  }

  /** Closes the innermost bracket; returns how the search ends, or null if it goes on. */
  private close(open: Level[], closer: Next): Next | null {
    if (open.length === 1) return closer;
    const { opener, passed } = open.pop()!;
    for (const key of passed) this.next.set(key, closer);
    if (!this.isPair(opener, closer.at)) return { type: 'nothing', at: closer.at + 1 };
    open[open.length - 1]!.at = closer.at + 1;
    return null;
  }

  /** Remembers how a search has ended. */
  private end(open: readonly Level[], end: Next): Next {
    for (const { at, passed } of open) {
      const place: Next = { type: 'place', at };
      for (const key of passed) {
        if (end.type !== 'far') this.next.set(key, end);
        else {
          this.searched.set(key, end.at);
          if (key >> 1 < at) this.next.set(key, place);
        }
      }
    }
    return end;
  }

  private nextIn(level: Level, until: number): Next {
    return this.next.get(keyOf(level)) ?? this.scan(level, until);
  }

  private scan({ at: from, isInCall }: Level, until: number): Next {
    let mark = 0;
    for (let at = from; at < until; at++) {
      this.effort++;
      const c = this.peek(at);
      if (this.isLineEnd(at)) return { type: 'nothing', at: at + 1 };
      if (mark === 0) {
        if (c === quote || c === apostrophe) mark = c;
        else if (closers.has(c)) return { type: 'opener', at };
        else if (closing.has(c)) return { type: 'closer', at };
      } else if (c === backslash) {
        if (!this.isLineEnd(at + 1)) at++;
      } else if (c === mark) {
        // The name of the next property: the open brackets are never closed.
        const isName = c === quote && isInCall && this.isBeforeColon(at + 1);
        return { type: isName ? 'nothing' : 'place', at: at + 1 };
      }
    }
    return { type: 'far', at: until };
  }

  private levelOf(opener: number): Level {
    return { opener, isInCall: this.peek(opener) === openParenthesis, at: opener + 1, passed: [] };
  }

  private isPair(opener: number, closer: number): boolean {
    return closers.get(this.peek(opener)) === this.peek(closer);
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

/** What closes the brackets around a place depends on it and on whether the innermost one is a parenthesis. */
function keyOf({ at, isInCall }: Level): number {
  return 2 * at + (isInCall ? 1 : 0);
}
