import type { PlacedProblem } from '../../server/core/streaming/placed';
import { excerptBefore, excerptBehind } from '../../server/core/streaming/slidingText';
import { wholePairs } from '../../server/core/text/pairs';
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
  return wholeCharacters({
    text: sliceText(text, first, last),
    from: from - first,
    length: Math.max(0, Math.min(to, last) - from),
    isCutBefore: first > start,
    isCutAfter: last < end,
  });
}

/** The same for a problem whose text is no longer in memory. */
export function excerptOfProblem({ from, to, start, excerpt }: PlacedProblem): Excerpt {
  const { character, isCutAfter } = excerpt;
  const before = start.character - character;
  return wholeCharacters({
    text: excerpt.text,
    from: before,
    length: Math.min(to - from, excerpt.text.length - before),
    isCutBefore: character > 0,
    isCutAfter,
  });
}

/** Without the half of a surrogate pair at an end where the line is cut. */
function wholeCharacters(excerpt: Excerpt): Excerpt {
  const { from, isCutBefore, isCutAfter } = excerpt;
  const first = isCutBefore && from > 0 && /^[\uDC00-\uDFFF]/.test(excerpt.text) ? 1 : 0;
  const text = isCutAfter ? wholePairs(excerpt.text.slice(first)) : excerpt.text.slice(first);
  const length = Math.min(excerpt.length, text.length - (from - first));
  return { ...excerpt, text, from: from - first, length };
}
