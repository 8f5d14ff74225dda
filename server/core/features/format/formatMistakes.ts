import type { Document } from '../../document';
import { Mistake } from '../../syntax/mistakes';
import { charAt, lineEnd, positionAt, type Text } from '../../text/text';
import type { Range } from '../contentRange';
import { mistakesInOrder } from '../mistakesIn';

/** The scanner looks about so far ahead, within the line, for what somebody meant who forgot a quote. */
const farthestLook = 10_100;

/** Mistakes of which what stands behind them on the line decides what they are, and where their token ends. */
const openEnded: ReadonlySet<number> = new Set([
  Mistake.singleQuotes,
  Mistake.unterminatedString,
  Mistake.unescapedQuote,
  Mistake.missingQuote,
  Mistake.strayQuote,
  Mistake.secondRoot,
]);

/**
 * The stretches in which white space may decide what a token is: behind a mistake the rest of its line. They are
 * found on the way through the document, because there can be millions.
 */
export class StretchesToLeave {
  private readonly found: Iterator<Range>;
  private current: Range | null = null;
  private next: Range | null;

  /** Those that matter from an offset on. */
  constructor(document: Document, from: number) {
    this.found = stretchesFrom(document, from);
    this.next = this.take();
    this.join();
  }

  /** The first stretch that does not end before an offset; null behind the last. Offsets must not go backwards. */
  behind(offset: number): Range | null {
    while (this.current !== null && this.current.to <= offset) this.join();
    return this.current;
  }

  /** Goes on to the next stretch; those that it meets become a part of it. */
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

function* stretchesFrom({ text, tree, counts }: Document, start: number): Generator<Range> {
  if (counts[0] === 0) return;
  for (const { mistake, from, to } of mistakesInOrder(tree)) {
    if (to + farthestLook < start) continue;
    if (openEnded.has(mistake) || isOpenComment(text, mistake, { from, to }))
      yield { from, to: reachOf(text, mistake, to) };
  }
}

/** Whether a mistake is a comment that begins with an asterisk and does not end with one. */
function isOpenComment(text: Text, mistake: number, { from, to }: Range): boolean {
  if (mistake !== Mistake.comment || charAt(text, from + 1) !== 42) return false;
  return to - from < 4 || charAt(text, to - 2) !== 42 || charAt(text, to - 1) !== 47;
}

function reachOf(text: Text, mistake: number, to: number): number {
  const look = Math.min(to + farthestLook, text.length);
  // A comment that is not closed is one line long only because nothing nearby closes it.
  return mistake === Mistake.comment
    ? look
    : Math.min(look, Math.max(to, lineEnd(text, positionAt(text, to).line)) + 1);
}
