import type { PlacedProblem } from '../../server/core/streaming/placed';
import { excerptBefore, excerptBehind } from '../../server/core/streaming/slidingText';
import type { Range } from '../../server/core/text/range';
import { lineEnd, lineStart, positionAt, sliceText, type Text } from '../../server/core/text/text';

/** A piece of a line around a place. All lengths count UTF-16 code units. */
export interface Excerpt {
  readonly text: string;
  /** Where in `text` the place begins, and its length, which ends with the line. */
  readonly from: number;
  readonly length: number;
  /** Whether the line continues on either side. */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** The line around the beginning of a range; a line of JSON Lines can be very long. */
export function excerptOf(text: Text, { from, to }: Range): Excerpt {
  const { line } = positionAt(text, from);
  const [start, end] = [lineStart(text, line), lineEnd(text, line)];
  const first = Math.max(start, from - excerptBefore);
  const last = Math.min(end, from + excerptBehind);
  return {
    text: sliceText(text, first, last),
    from: from - first,
    length: Math.max(0, Math.min(to, last) - from),
    isCutBefore: first > start,
    isCutAfter: last < end,
  };
}

/** The same for a problem whose text is no longer in memory. */
export function excerptOfProblem({ from, to, start, excerpt }: PlacedProblem): Excerpt {
  const { text, character, isCutAfter } = excerpt;
  const before = start.character - character;
  const length = Math.min(to - from, text.length - before);
  return { text, from: before, length, isCutBefore: character > 0, isCutAfter };
}
