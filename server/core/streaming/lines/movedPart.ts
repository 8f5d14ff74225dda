import type { Range } from '../../text/range';
import type { Position } from '../../text/text';
import type { PlacedProblem } from '../placed';
import type { ExcerptAt } from '../slidingText';

/** Code units and line ends before a part. */
export interface Shift {
  readonly length: number;
  readonly lines: number;
}

/** A problem of a part, with offsets and lines of the whole. */
export function movedProblem(problem: PlacedProblem, shift: Shift): PlacedProblem {
  const { start, end, related, relatedAt, fix } = problem;
  return {
    ...problem,
    ...movedRange(problem, shift),
    start: movedPosition(start, shift),
    end: movedPosition(end, shift),
    ...(related === undefined ? {} : { related: { ...related, ...movedRange(related, shift) } }),
    ...(relatedAt === undefined
      ? {}
      : {
          relatedAt: {
            start: movedPosition(relatedAt.start, shift),
            end: movedPosition(relatedAt.end, shift),
          },
        }),
    ...(fix === undefined
      ? {}
      : {
          fix: {
            ...fix,
            ...(fix.at === undefined || fix.at < 0 ? {} : { at: fix.at + shift.length }),
            ...(fix.ranges === undefined
              ? {}
              : { ranges: fix.ranges.map((range) => ({ ...range, ...movedRange(range, shift) })) }),
          },
        }),
  };
}

export function movedRange({ from, to }: Range, { length }: Shift): Range {
  return { from: from + length, to: to + length };
}

export function movedPlace({ start, excerpt }: ExcerptAt, shift: Shift): ExcerptAt {
  return { start: movedPosition(start, shift), excerpt };
}

/** A part begins with a line, so only the line changes. */
function movedPosition({ line, character }: Position, { lines }: Shift): Position {
  return { line: line + lines, character };
}
