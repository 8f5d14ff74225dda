import type { Layout } from './columns';
import { advantageOf, type GroupSpreads, spreadOf } from './statistics';

/** Statistics of groups, and the values that they were computed from. */
export interface GroupStatistics {
  readonly layout: Layout;
  /** A copy: columns overwrite their memory. */
  readonly values: Float64Array;
  readonly groups: GroupSpreads;
  readonly advantages: Float64Array;
  readonly isScaled: boolean;
}

/**
 * The statistics of all groups, and the advantages of their trajectories. Computes only the groups whose values have
 * changed since `before`, because there may be 225,000 and one changes per keystroke.
 */
export function groupStatistics(
  layout: Layout,
  values: Float64Array,
  { isScaled, before }: { readonly isScaled: boolean; readonly before: GroupStatistics | null },
): GroupStatistics {
  const kept = before === null ? none : keptGroups(before, { layout, values });
  const groups = spreadsAfter(before?.groups ?? noSpreads, kept, layout, values);
  const now = { layout, values: values.slice(), groups, isScaled };
  const advantages =
    before?.isScaled === isScaled
      ? advantagesAfter(before.advantages, kept, now)
      : advantagesAfter(new Float64Array(0), none, now);
  return { ...now, advantages };
}

/** The number of unchanged groups at the start and at the end. */
interface Kept {
  readonly atStart: number;
  readonly atEnd: number;
}

const none: Kept = { atStart: 0, atEnd: 0 };

const noSpreads: GroupSpreads = {
  count: new Int32Array(0),
  mean: new Float64Array(0),
  deviation: new Float64Array(0),
  lowest: new Float64Array(0),
  highest: new Float64Array(0),
};

type Grouped = Pick<GroupStatistics, 'layout' | 'values'>;

function keptGroups(before: Grouped, now: Grouped): Kept {
  const [a, b] = [before.values, now.values];
  const [starts, others] = [before.layout.starts, now.layout.starts];
  const most = Math.min(before.layout.groups, now.layout.groups);
  const shared = Math.min(a.length, b.length);
  let first = 0;
  while (first < shared && isSame(a[first]!, b[first]!)) first++;
  let atStart = 0;
  while (atStart < most && starts[atStart + 1] === others[atStart + 1] && starts[atStart + 1]! <= first)
    atStart++;
  let last = 0;
  while (last < shared && isSame(a[a.length - 1 - last]!, b[b.length - 1 - last]!)) last++;
  const behind = ({ layout, values }: Grouped, groups: number) =>
    values.length - layout.starts[layout.groups - groups]!;
  let atEnd = 0;
  while (atEnd < most - atStart) {
    const size = behind(before, atEnd + 1);
    if (size !== behind(now, atEnd + 1) || size > last) break;
    atEnd++;
  }
  return { atStart, atEnd };
}

function isSame(a: number, b: number): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

function spreadsAfter(
  before: GroupSpreads,
  { atStart, atEnd }: Kept,
  { groups, starts }: Layout,
  values: Float64Array,
): GroupSpreads {
  if (atStart + atEnd === groups && groups === before.count.length) return before;
  const floats = (old: Float64Array) => copied(old, new Float64Array(groups), atStart, atEnd);
  const result = {
    count: copied(before.count, new Int32Array(groups), atStart, atEnd),
    mean: floats(before.mean),
    deviation: floats(before.deviation),
    lowest: floats(before.lowest),
    highest: floats(before.highest),
  };
  for (let group = atStart; group < groups - atEnd; group++) {
    const { count, mean, deviation, lowest, highest } = spreadOf(values, starts[group], starts[group + 1]);
    result.count[group] = count;
    result.mean[group] = mean;
    result.deviation[group] = deviation;
    result.lowest[group] = lowest;
    result.highest[group] = highest;
  }
  return result;
}

function advantagesAfter(
  before: Float64Array,
  { atStart, atEnd }: Kept,
  { layout, values, groups, isScaled }: Omit<GroupStatistics, 'advantages'>,
): Float64Array {
  const { starts, groupOf } = layout;
  const from = starts[atStart]!;
  const to = starts[layout.groups - atEnd]!;
  const result = copied(before, new Float64Array(values.length), from, values.length - to);
  for (let i = from; i < to; i++) result[i] = advantageOf(values[i]!, groupOf[i]!, groups, isScaled);
  return result;
}

/** Copies the first and the last numbers into a new array. */
function copied<Numbers extends Float64Array | Int32Array>(
  old: Numbers,
  result: Numbers,
  atStart: number,
  atEnd: number,
): Numbers {
  result.set(old.subarray(0, atStart));
  result.set(old.subarray(old.length - atEnd), result.length - atEnd);
  return result;
}
