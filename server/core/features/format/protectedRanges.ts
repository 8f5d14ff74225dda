import type { Document } from '../../document';
import { SyntaxErrorKind } from '../../syntax/syntaxErrors';
import type { Range } from '../../text/range';
import { charAt, lineEnd, positionAt, type Text } from '../../text/text';
import { syntaxErrorsInOrder } from '../syntaxErrorList';

/** The scanner looks about so far ahead, within the line, for what somebody meant who forgot a quote. */
const maxLookahead = 1_000_100;
/** As far for the end of a comment. */
const maxCommentLookahead = 10_100;

/** Mistakes of which what stands behind them on the line decides what they are, and where their token ends. */
const openEnded: ReadonlySet<number> = new Set([
  SyntaxErrorKind.singleQuotes,
  SyntaxErrorKind.unterminatedString,
  SyntaxErrorKind.unescapedQuote,
  SyntaxErrorKind.missingQuote,
  SyntaxErrorKind.strayQuote,
  SyntaxErrorKind.secondRoot,
  SyntaxErrorKind.unexpectedText,
  SyntaxErrorKind.lineBreak,
  SyntaxErrorKind.cutOff,
  SyntaxErrorKind.secondInLine,
]);

/**
 * The ranges in which white space may decide what a token is: behind a syntax error the rest of its line. They are
 * found on the way through the document, because there can be millions.
 */
export class ProtectedRanges {
  private readonly found: Iterator<Range>;
  private current: Range | null = null;
  private next: Range | null;

  /** Those that matter from an offset on. */
  constructor(document: Document, from: number) {
    this.found = protectedRangesFrom(document, from);
    this.next = this.take();
    this.join();
  }

  /** The first range that does not end before an offset; null behind the last. Offsets must not go backwards. */
  behind(offset: number): Range | null {
    while (this.current !== null && this.current.to <= offset) this.join();
    return this.current;
  }

  /** Goes on to the next range; those that it meets become a part of it. */
  private join(): void {
    this.current = this.next;
    if (this.current === null) return;
    const { from } = this.current;
    let { to } = this.current;
    for (this.next = this.take(); this.next !== null && this.next.from < to; this.next = this.take())
      to = Math.max(to, this.next.to);
    this.current = { from, to };
  }

  private take(): Range | null {
    const { done, value } = this.found.next();
    return done === true ? null : value;
  }
}

function* protectedRangesFrom({ text, tree, counts }: Document, start: number): Generator<Range> {
  if (counts[0] === 0) return;
  for (const { errorKind, from, to } of syntaxErrorsInOrder(tree)) {
    if (to + maxLookahead < start) continue;
    if (openEnded.has(errorKind) || isOpenComment(text, errorKind, { from, to }))
      yield { from, to: reachOf(text, errorKind, to) };
  }
}

/** Whether a syntax error is a comment that begins with an asterisk and does not end with one. */
function isOpenComment(text: Text, errorKind: number, { from, to }: Range): boolean {
  if (errorKind !== SyntaxErrorKind.comment || charAt(text, from + 1) !== 42) return false;
  return to - from < 4 || charAt(text, to - 2) !== 42 || charAt(text, to - 1) !== 47;
}

function reachOf(text: Text, errorKind: number, to: number): number {
  // A comment that is not closed is one line long only because nothing nearby closes it.
  if (errorKind === SyntaxErrorKind.comment) return Math.min(to + maxCommentLookahead, text.length);
  const look = Math.min(to + maxLookahead, text.length);
  return Math.min(look, Math.max(to, lineEnd(text, positionAt(text, to).line)) + 1);
}
