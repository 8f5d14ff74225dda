import type { Fix, Problem } from '../schema/problem';
import type { Position } from '../text/text';
import { type Excerpt, excerptIn, offsetIn, positionsIn, rangeIn, type Window } from './slidingText';

/** A range as positions. */
export interface PositionRange {
  readonly start: Position;
  readonly end: Position;
}

/** A problem of a long text. Offsets are those of the whole text, which is no longer in memory. */
export interface PlacedProblem extends Problem {
  readonly start: Position;
  readonly end: Position;
  readonly excerpt: Excerpt;
  /** Where `related` is. */
  readonly relatedAt?: PositionRange;
}

/** A problem of a window, with offsets and positions of the whole text. */
export function placed(problem: Problem, window: Window): PlacedProblem {
  const { related, fix } = problem;
  return {
    ...problem,
    ...rangeIn(window, problem),
    ...positionsIn(window, problem),
    excerpt: excerptIn(window, problem),
    ...(related === undefined
      ? {}
      : {
          related: { ...related, ...rangeIn(window, related) },
          relatedAt: positionsIn(window, related),
        }),
    ...(fix === undefined ? {} : { fix: placedFix(fix, window) }),
  };
}

function placedFix({ at, ranges, ...others }: Fix, window: Window): Fix {
  return {
    ...others,
    ...(at === undefined ? {} : { at: at < 0 ? at : offsetIn(window, at) }),
    ...(ranges === undefined
      ? {}
      : { ranges: ranges.map((range) => ({ ...range, ...rangeIn(window, range) })) }),
  };
}
