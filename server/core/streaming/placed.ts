import type { Problem } from '../schema/problem';
import type { Range } from '../text/range';
import type { Position } from '../text/text';
import { type Excerpt, excerptIn, positionIn, type Window } from './slidingText';

/** A problem of a long text. Offsets are those of the whole text, which is not in memory any more. */
export interface PlacedProblem extends Problem {
  readonly start: Position;
  readonly end: Position;
  readonly excerpt: Excerpt;
  /** Where `related` begins. */
  readonly relatedStart?: Position;
}

/** A problem of a window, with offsets and positions of the whole text. */
export function placed(problem: Problem, window: Window): PlacedProblem {
  const { from, to, related, fix } = problem;
  const { base } = window;
  return {
    ...problem,
    ...movedRange(problem, base),
    start: positionIn(window, from),
    end: positionIn(window, to),
    excerpt: excerptIn(window, from),
    ...(related === undefined
      ? {}
      : {
          related: { ...related, ...movedRange(related, base) },
          relatedStart: positionIn(window, related.from),
        }),
    ...(fix === undefined
      ? {}
      : {
          fix: {
            ...fix,
            ...(fix.at === undefined || fix.at < 0 ? {} : { at: fix.at + base }),
            ...(fix.ranges === undefined
              ? {}
              : { ranges: fix.ranges.map((range) => movedRange(range, base)) }),
          },
        }),
  };
}

function movedRange({ from, to }: Range, by: number): Range {
  return { from: from + by, to: to + by };
}
