import type { Layout } from './columns/columns';
import { groupNumbers, type Order, sortItems } from './sorting';

/** A row of the list. */
export type Row =
  | { readonly kind: 'group'; readonly group: number }
  | { readonly kind: 'trajectory'; readonly group: number; readonly trajectory: number };

/** The rows of the list, computed on access: there may be 450,000. */
export interface Rows {
  readonly count: number;
  /** Shown groups in order; null in a flat list of trajectories. */
  readonly groups: Int32Array | null;
  at(row: number): Row;
  /** The row of a trajectory, or of its folded group; -1 if neither is shown. */
  rowOf(trajectory: number): number;
  groupRow(group: number): number;
  /** The passing trajectories of a group, in order. */
  members(group: number): Int32Array;
  /**
   * The trajectory `by` steps away in the list, including folded groups; null if there is none. From one that is not
   * shown: the first one of its group, or else of the list.
   */
  step(trajectory: number, by: 1 | -1): number | null;
}

export interface RowOptions {
  readonly mask: Uint8Array;
  /** Number of passing trajectories per group. */
  readonly left: Int32Array;
  readonly order: Order;
  readonly numbers: ArrayLike<number> | null;
  /** Also show empty groups: when nothing is filtered. */
  readonly showsEmpty: boolean;
}

/** A flat list of trajectories. */
export function flatRows({ groupOf, trajectories }: Layout, options: RowOptions): Rows {
  const { mask, order, numbers } = options;
  const items = chosen(trajectories, (i) => mask[i] === 1);
  if (numbers !== null) sortItems(items, numbers, order.isDescending);
  else if (order.isDescending) items.reverse();
  const rowOf = (trajectory: number) => items.indexOf(trajectory);
  return {
    count: items.length,
    groups: null,
    at: (row) => ({ kind: 'trajectory', trajectory: items[row]!, group: groupOf[items[row]!]! }),
    rowOf,
    groupRow: (group) => items.findIndex((trajectory) => groupOf[trajectory] === group),
    members: (group) => items.filter((trajectory) => groupOf[trajectory] === group),
    step: (trajectory, by) => {
      const row = rowOf(trajectory);
      return items[row < 0 ? 0 : row + by] ?? null;
    },
  };
}

/** Groups in order, with the trajectories of the unfolded ones. */
export function groupedRows(
  layout: Layout,
  options: RowOptions,
  groups: Int32Array,
  unfolded: ReadonlySet<number>,
): Rows {
  const { starts, positions } = rowStarts(layout, groups, options, unfolded);
  const positionAt = (row: number) => lastAtMost(starts, row);
  const groupRow = (group: number) => (positions[group]! < 0 ? -1 : starts[positions[group]!]!);
  const members = lastOnly((group: number) => membersOf(layout, group, options));
  return {
    count: starts[groups.length]!,
    groups,
    at(row) {
      const position = positionAt(row);
      const group = groups[position]!;
      const within = row - starts[position]!;
      if (within === 0) return { kind: 'group', group };
      return { kind: 'trajectory', group, trajectory: members(group)[within - 1]! };
    },
    rowOf(trajectory) {
      const group = layout.groupOf[trajectory];
      if (group === undefined || groupRow(group) < 0) return -1;
      if (!unfolded.has(group)) return groupRow(group);
      const within = members(group).indexOf(trajectory);
      return within < 0 ? -1 : groupRow(group) + 1 + within;
    },
    groupRow,
    members,
    step: (trajectory, by) => stepIn(layout, { groups, positions, members }, trajectory, by),
  };
}

/** Groups in order, the position of each group, and a group's trajectories. */
interface Listed {
  readonly groups: Int32Array;
  readonly positions: Int32Array;
  readonly members: (group: number) => Int32Array;
}

function stepIn({ groupOf }: Layout, { groups, positions, members }: Listed, trajectory: number, by: 1 | -1) {
  const group = groupOf[trajectory];
  const position = group === undefined ? -1 : positions[group]!;
  const inGroup = position < 0 ? new Int32Array() : members(group!);
  const within = inGroup.indexOf(trajectory);
  const next = inGroup[within < 0 ? 0 : within + by];
  if (next !== undefined) return next;
  const [from, direction] = position < 0 ? [0, 1] : [position + by, by];
  // Skip empty groups.
  for (let other = from; other in groups; other += direction) {
    const last = members(groups[other]!).at(direction > 0 ? 0 : -1);
    if (last !== undefined) return last;
  }
  return null;
}

/** The groups to show, in order. */
export function sortedGroups(layout: Layout, options: RowOptions): Int32Array {
  const { left, order, numbers, showsEmpty } = options;
  const { starts } = layout;
  const isEmpty = (group: number) => starts[group] === starts[group + 1];
  const groups = chosen(layout.groups, (group) => left[group]! > 0 || (showsEmpty && isEmpty(group)));
  if (numbers !== null) {
    return sortItems(groups, groupNumbers(layout, order, numbers), order.isDescending);
  }
  return order.isDescending ? groups.reverse() : groups;
}

/** The first row of each shown group, and the position of each group among them. */
function rowStarts(layout: Layout, groups: Int32Array, { left }: RowOptions, unfolded: ReadonlySet<number>) {
  const starts = new Int32Array(groups.length + 1);
  const positions = new Int32Array(layout.groups).fill(-1);
  for (let position = 0; position < groups.length; position++) {
    const group = groups[position]!;
    positions[group] = position;
    starts[position + 1] = starts[position]! + 1 + (unfolded.has(group) ? left[group]! : 0);
  }
  return { starts, positions };
}

function membersOf({ starts }: Layout, group: number, { mask, order, numbers }: RowOptions): Int32Array {
  const from = starts[group]!;
  const size = starts[group + 1]! - from;
  const members = chosen(size, (i) => mask[from + i] === 1).map((i) => from + i);
  if (numbers !== null) return sortItems(members, numbers, order.isDescending);
  return members;
}

function chosen(count: number, isChosen: (item: number) => boolean): Int32Array<ArrayBuffer> {
  const items = new Int32Array(count);
  let length = 0;
  for (let item = 0; item < count; item++) if (isChosen(item)) items[length++] = item;
  return items.slice(0, length);
}

/** The last index whose value is at most `value`. `values` ascend. */
function lastAtMost(values: Int32Array, value: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (values[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Caches the last result: neighbouring rows have the same group. */
function lastOnly<Result>(compute: (argument: number) => Result): (argument: number) => Result {
  let kept: { argument: number; result: Result } | null = null;
  return (argument) => {
    if (kept?.argument !== argument) kept = { argument, result: compute(argument) };
    return kept.result;
  };
}
