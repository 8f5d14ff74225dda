import type { Layout } from './columns/columns';

/** A trajectory of a comparison: by its number in the document, or in the other file. */
export interface ComparedRef {
  readonly trajectory: number;
  readonly isOther: boolean;
}

export function ownRef(trajectory: number): ComparedRef {
  return { trajectory, isOther: false };
}

export function areSame(a: ComparedRef, b: ComparedRef): boolean {
  return a.trajectory === b.trajectory && a.isOther === b.isOther;
}

export function areAllSame(a: readonly ComparedRef[], b: readonly ComparedRef[]): boolean {
  return a.length === b.length && a.every((one, i) => areSame(one, b[i]!));
}

/** The first of the trajectories with the highest value, or the lowest; null if there are none. */
export function extremeOf(
  members: readonly number[],
  values: ArrayLike<number>,
  which: 'best' | 'worst',
): number | null {
  const sign = which === 'best' ? 1 : -1;
  const valued = members.filter((member) => !Number.isNaN(values[member]!));
  const [first = null, ...others] = valued.length > 0 ? valued : members;
  if (first === null || valued.length === 0) return first;
  return others.reduce((most, one) => (sign * values[one]! > sign * values[most]! ? one : most), first);
}

/** Maximum trajectories side by side. */
export const maxCompared = 4;

/** The members of a group, as numbers of trajectories. */
export function membersOf({ starts }: Layout, group: number): number[] {
  const from = starts[group]!;
  return Array.from({ length: starts[group + 1]! - from }, (_, i) => from + i);
}

/**
 * The trajectories of a group to compare at first: the one with the highest value and the one with the lowest. If all
 * are equal, the selected one and another. Empty if the group has only one.
 */
export function bestAndWorst(
  layout: Layout,
  values: ArrayLike<number>,
  { group, selected }: { readonly group: number; readonly selected: number | null },
): readonly number[] {
  const members = membersOf(layout, group);
  if (members.length < 2) return [];
  const valued = members.filter((member) => !Number.isNaN(values[member]!));
  const best = valued.reduce((most, one) => (values[one]! > values[most]! ? one : most), valued[0] ?? -1);
  const worst = valued.reduce((least, one) => (values[one]! < values[least]! ? one : least), valued[0] ?? -1);
  if (best !== worst) return [best, worst];
  const first = selected !== null && members.includes(selected) ? selected : members[0]!;
  return [first, members.find((member) => member !== first)!];
}
