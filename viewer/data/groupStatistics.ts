import { changedSince } from './columns/columnChanges';
import type { Layout } from './columns/columns';
import { advantageOf, type GroupSpreads, spreadOf } from './statistics';

/** Statistics of groups, and the values that they were computed from. */
export interface GroupStatistics {
  readonly layout: Layout;
  readonly values: Float64Array;
  readonly groups: GroupSpreads;
  readonly advantages: Float64Array;
  readonly isScaled: boolean;
}

/**
 * The statistics of all groups, and the advantages of their trajectories. There may be 225,000, and a keystroke changes
 * one: only groups that have changed since `before` are computed. Overwrites the memory of `before`, as columns do.
 */
export function groupStatistics(
  layout: Layout,
  values: Float64Array,
  { isScaled, before }: { readonly isScaled: boolean; readonly before: GroupStatistics | null },
): GroupStatistics {
  const changed = before?.layout === layout ? changedSince(before.values, values) : null;
  if (before === null || changed === null) return allStatistics(layout, values, isScaled);
  const { from, to } = changed;
  const [first, end] = from < to ? [layout.groupOf[from]!, layout.groupOf[to - 1]! + 1] : [0, 0];
  // Other objects on the same memory: what is derived from them is computed again.
  const groups = from < to ? renewed(before.groups) : before.groups;
  fillSpreads(groups, layout, values, first, end);
  const advantages = from < to ? before.advantages.subarray(0) : before.advantages;
  const now = { layout, values, groups, isScaled };
  if (isScaled !== before.isScaled) return { ...now, advantages: allAdvantages(now) };
  fillAdvantages(advantages, now, layout.starts[first]!, layout.starts[end]!);
  return { ...now, advantages };
}

function allStatistics(layout: Layout, values: Float64Array, isScaled: boolean): GroupStatistics {
  const groups: GroupSpreads = {
    count: new Int32Array(layout.groups),
    mean: new Float64Array(layout.groups),
    deviation: new Float64Array(layout.groups),
    lowest: new Float64Array(layout.groups),
    highest: new Float64Array(layout.groups),
  };
  fillSpreads(groups, layout, values, 0, layout.groups);
  const now = { layout, values, groups, isScaled };
  return { ...now, advantages: allAdvantages(now) };
}

function fillSpreads(
  result: GroupSpreads,
  { starts }: Layout,
  values: Float64Array,
  from: number,
  to: number,
): void {
  for (let group = from; group < to; group++) {
    const { count, mean, deviation, lowest, highest } = spreadOf(values, starts[group], starts[group + 1]);
    const isKnown = deviation > 0 || count === starts[group + 1]! - starts[group]!;
    result.count[group] = count;
    result.mean[group] = mean;
    result.deviation[group] = isKnown ? deviation : Number.NaN;
    result.lowest[group] = lowest;
    result.highest[group] = highest;
  }
}

function renewed({ count, mean, deviation, lowest, highest }: GroupSpreads): GroupSpreads {
  return {
    count: count.subarray(0),
    mean: mean.subarray(0),
    deviation: deviation.subarray(0),
    lowest: lowest.subarray(0),
    highest: highest.subarray(0),
  };
}

type WithoutAdvantages = Omit<GroupStatistics, 'advantages'>;

function allAdvantages(of: WithoutAdvantages): Float64Array {
  const result = new Float64Array(of.values.length);
  fillAdvantages(result, of, 0, result.length);
  return result;
}

function fillAdvantages(
  result: Float64Array,
  { layout: { groupOf }, values, groups, isScaled }: WithoutAdvantages,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) result[i] = advantageOf(values[i]!, groupOf[i]!, groups, isScaled);
}
