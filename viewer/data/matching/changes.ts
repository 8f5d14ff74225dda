import type { Layout } from '../columns/columns';
import { memoizeLast } from '../memoizeLast';
import { withoutRounding } from '../rounding';
import { sortItems } from '../sorting';
import type { Both } from './keys';
import type { Match, Matching } from './matches';

/** A file's trajectories, and the value of each. */
export interface Valued {
  readonly layout: Layout;
  readonly values: ArrayLike<number>;
}

/** The means of the matches before and after, and their changes: NaN where there is no value. */
export interface Changes {
  readonly before: Float64Array;
  readonly after: Float64Array;
  readonly change: Float64Array;
}

/** What has become of a match; `unknown` without a value on one side. */
export type Effect = 'better' | 'worse' | 'equal' | 'unknown';

/** The number of matches of each effect, and means. */
export interface ChangeSummary extends Readonly<Record<Effect, number>> {
  /** Means of all matches that have a value on both sides; NaN without any. */
  readonly before: number;
  readonly after: number;
  readonly change: number;
}

/** The change from the own file to the other; the other way round if `isSwapped`. */
export const changesOf = memoizeLast(
  (
    { matches }: Matching,
    ownLayout: Layout,
    ownValues: ArrayLike<number>,
    otherLayout: Layout,
    otherValues: ArrayLike<number>,
    isSwapped: boolean,
  ): Changes => {
    const own = meansOf(matches, { layout: ownLayout, values: ownValues }, ({ own }) => own);
    const other = meansOf(matches, { layout: otherLayout, values: otherValues }, ({ other }) => other);
    const [before, after] = isSwapped ? [other, own] : [own, other];
    const change = after.map((mean, i) => withoutRounding(mean - before[i]!, mean, before[i]));
    return { before, after, change };
  },
);

function meansOf(
  matches: readonly Match[],
  file: Valued,
  side: (match: Both<readonly number[]>) => readonly number[],
): Float64Array {
  return Float64Array.from(matches, (match) => meanOf(file, side(match)));
}

/** The mean of the trajectories that have a value; NaN if none has one. */
export function meanOf({ layout: { starts }, values }: Valued, groups: readonly number[]): number {
  let sum = 0;
  let count = 0;
  let size = 0;
  for (const group of groups) {
    for (let i = starts[group]!; i < starts[group + 1]!; i++) {
      if (Number.isNaN(values[i]!)) continue;
      sum += values[i]!;
      count++;
      size = Math.max(size, Math.abs(values[i]!));
    }
  }
  return count === 0 ? Number.NaN : withoutRounding(sum / count, size);
}

/** Matches by their change: worst first, or best first. Those without one come last. */
export const sortedMatches = memoizeLast(
  ({ change }: Changes, isBestFirst: boolean): Int32Array =>
    sortItems(Int32Array.from(change.keys()), change, isBestFirst),
);

export const summaryOfChanges = memoizeLast(({ before, after, change }: Changes): ChangeSummary => {
  const sum = { before: 0, after: 0, change: 0, better: 0, worse: 0, equal: 0, unknown: 0 };
  for (const [i, by] of change.entries()) {
    sum[effectOf(by)]++;
    if (Number.isNaN(by)) continue;
    sum.before += before[i]!;
    sum.after += after[i]!;
    sum.change += by;
  }
  const known = sum.better + sum.worse + sum.equal;
  const mean = (total: number) => withoutRounding(total / known);
  return { ...sum, before: mean(sum.before), after: mean(sum.after), change: mean(sum.change) };
});

export function effectOf(change: number): Effect {
  if (Number.isNaN(change)) return 'unknown';
  return change > 0 ? 'better' : change < 0 ? 'worse' : 'equal';
}

/** Which trajectories of a match are compared: those that show its change, or the best or worst of both files. */
export type Pair = 'change' | 'best' | 'worst';

/**
 * Which trajectory of a match is compared, of the file before or after. If a match became worse, the best one before and
 * the worst one after show why; if it became better, the worst one before and the best one after.
 */
export function extremeIn(effect: Effect, pair: Pair, isAfter: boolean): 'best' | 'worst' {
  if (pair !== 'change') return pair;
  if (effect === 'worse') return isAfter ? 'worst' : 'best';
  return effect === 'better' && !isAfter ? 'worst' : 'best';
}

/** The matches, in order, that have one effect (null for any) and a name that contains a text, in any case. */
export const narrowedMatches = memoizeLast(
  (
    order: Int32Array,
    { change }: Changes,
    { matches }: Matching,
    effect: Effect | null,
    search: string,
  ): Int32Array => {
    const wanted = search.trim().toLowerCase();
    if (effect === null && wanted === '') return order;
    return order.filter(
      (index) =>
        (effect === null || effectOf(change[index]!) === effect) &&
        textOf(matches[index]!).toLowerCase().includes(wanted),
    );
  },
);

/** What a match is found by: the value of the key, or the number of its group, as the list writes it or as it is typed. */
function textOf({ label, own }: Match): string {
  const number = own[0]! + 1;
  return label ?? `Group ${number}, Group ${number.toLocaleString('en')}`;
}
