import type { Layout } from './columns';
import { groupNumbers, type Order, sortItems } from './sorting';

/** A row of the list. */
export type Row =
  | { readonly kind: 'group'; readonly group: number }
  | { readonly kind: 'trajectory'; readonly group: number; readonly trajectory: number };

/** The rows that the list shows, computed where they are looked at: there may be 450,000. */
export interface Rows {
  readonly count: number;
  /** Groups that are shown, in their order; null where trajectories are listed without them. */
  readonly groups: Int32Array | null;
  at(row: number): Row;
  /** The row of a trajectory, or of its group where that is folded; -1 if neither is shown. */
  rowOf(trajectory: number): number;
  groupRow(group: number): number;
  /** The trajectories of a group that are left, in their order. */
  members(group: number): Int32Array;
  /** The trajectory `by` steps further in the list, folded groups included; null where there is none. */
  step(trajectory: number, by: 1 | -1): number | null;
}

export interface RowOptions {
  readonly mask: Uint8Array;
  /** Trajectories of each group that pass. */
  readonly left: Int32Array;
  readonly order: Order;
  readonly numbers: ArrayLike<number> | null;
  /** Groups without any trajectory are shown, too: where nothing is filtered. */
  readonly showsEmpty: boolean;
}

/** Trajectories without their groups. */
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
    step: (trajectory, by) => items[rowOf(trajectory) + by] ?? null,
  };
}

/** Groups in their order, and the trajectories of those that are unfolded. */
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

/** Groups in their order, the place of each among them, and the trajectories of each. */
interface Listed {
  readonly groups: Int32Array;
  readonly positions: Int32Array;
  readonly members: (group: number) => Int32Array;
}

function stepIn({ groupOf }: Layout, { groups, positions, members }: Listed, trajectory: number, by: 1 | -1) {
  const group = groupOf[trajectory];
  const position = group === undefined ? -1 : positions[group]!;
  const inGroup = position < 0 ? null : members(group!);
  const next = inGroup?.[inGroup.indexOf(trajectory) + by];
  if (next !== undefined) return next;
  // Groups may be empty.
  for (let other = position < 0 ? 0 : position + by; other in groups; other += by) {
    const last = members(groups[other]!).at(by > 0 ? 0 : -1);
    if (last !== undefined) return last;
  }
  return null;
}

/** The groups that have something left, in their order. */
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

/** The first row of each shown group, and which place each group has among them. */
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

/** The last place whose value is at most `value`; the values rise. */
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

/** Keeps the result for the argument of last time: neighbouring rows ask for the same group. */
function lastOnly<Result>(compute: (argument: number) => Result): (argument: number) => Result {
  let kept: { argument: number; result: Result } | null = null;
  return (argument) => {
    if (kept?.argument !== argument) kept = { argument, result: compute(argument) };
    return kept.result;
  };
}
