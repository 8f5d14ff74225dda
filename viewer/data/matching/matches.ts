import type { Layout } from '../columns/columns';
import { memoizeLast } from '../memoizeLast';
import { type Both, groupLabel, type Matchable } from './keys';

/** Groups of two files that belong to one task. Several groups of a file may have the same key. */
export interface Match extends Both<readonly number[]> {
  /** The value of the key; null if groups are matched by their index. */
  readonly label: string | null;
}

export interface Matching {
  readonly matches: readonly Match[];
  /** Groups without a counterpart, or without a value of the key. */
  readonly unmatched: Both<readonly number[]>;
  /** The match of each group; -1 if it has none. */
  readonly of: Both<Int32Array>;
}

/** Matches the groups of two files by a key, or by their index if that is null. */
export const matchGroups = memoizeLast((own: Matchable, other: Matchable, key: string | null): Matching => {
  const matches = key === null ? byIndex(own.layout, other.layout) : byKey(own, other, key);
  const of = {
    own: new Int32Array(own.layout.groups).fill(-1),
    other: new Int32Array(other.layout.groups).fill(-1),
  };
  for (const [i, match] of matches.entries()) {
    for (const group of match.own) of.own[group] = i;
    for (const group of match.other) of.other[group] = i;
  }
  const without = (all: Int32Array) => [...all.keys()].filter((group) => all[group] === -1);
  return { matches, of, unmatched: { own: without(of.own), other: without(of.other) } };
});

function byIndex(own: Layout, other: Layout): Match[] {
  const count = Math.min(own.groups, other.groups);
  return Array.from({ length: count }, (_, group) => ({ label: null, own: [group], other: [group] }));
}

function byKey(own: Matchable, other: Matchable, key: string): Match[] {
  const others = groupsByLabel(other, key);
  return [...groupsByLabel(own, key)].flatMap(([label, groups]) => {
    const counterparts = others.get(label);
    return counterparts === undefined ? [] : [{ label, own: groups, other: counterparts }];
  });
}

function groupsByLabel({ layout, labels }: Matchable, key: string): ReadonlyMap<string, number[]> {
  const found = new Map<string, number[]>();
  const column = labels.get(key);
  if (column === undefined) return found;
  for (let group = 0; group < layout.groups; group++) {
    const code = groupLabel(layout, column, group);
    if (code < 0) continue;
    const label = column.texts[code]!;
    const groups = found.get(label);
    if (groups === undefined) found.set(label, [group]);
    else groups.push(group);
  }
  return found;
}

/** The trajectories of some groups. */
export function trajectoriesIn({ starts }: Layout, groups: readonly number[]): number[] {
  return groups.flatMap((group) =>
    Array.from({ length: starts[group + 1]! - starts[group]! }, (_, i) => starts[group]! + i),
  );
}
