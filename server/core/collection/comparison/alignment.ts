import { firstIndex } from '../../firstIndex';
import type { Work } from '../../work';
import { type Gap, pairInOrder } from './pairInOrder';
import type { Turn } from './turns';

/** A row of aligned turns: the index of each trajectory's turn; -1 if it has none in this row. */
export type AlignedRow = readonly number[];

/**
 * Aligns turns of several trajectories: equal ones stand in one row, and so do those of one role between them. All are
 * aligned with the first trajectory, so two others share a row only if it does, or if neither has a counterpart there.
 */
export function* alignTurns(all: readonly (readonly Turn[])[]): Work<AlignedRow[]> {
  const [first = [], ...others] = all;
  const partners: Int32Array[] = [];
  for (const other of others) partners.push(yield* partnersOf(first, other));
  const rows: AlignedRow[] = [];
  const next = others.map(() => 0);
  for (let turn = 0; turn <= first.length; turn++) {
    const ends = others.map(({ length }, i) => (turn < first.length ? partners[i]![turn]! : length));
    const extra = others.map((_, i) => range(next[i]!, ends[i]! < 0 ? next[i]! : ends[i]!));
    rows.push(...rowsOfExtra(others, extra));
    if (turn === first.length) break;
    rows.push([turn, ...ends]);
    for (const [i, end] of ends.entries()) if (end >= 0) next[i] = end + 1;
    yield;
  }
  return rows;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}

/** Rows of turns that the first trajectory lacks: side by side as long as their roles are the same. */
function rowsOfExtra(others: readonly (readonly Turn[])[], extra: readonly (readonly number[])[]) {
  const rows: AlignedRow[] = [];
  const at = extra.map(() => 0);
  const roleOf = (column: number) => others[column]![extra[column]![at[column]!]!]?.role;
  const isLeft = (column: number) => at[column]! < extra[column]!.length;
  for (;;) {
    const leader = extra.findIndex((_, column) => isLeft(column));
    if (leader < 0) return rows;
    const role = roleOf(leader);
    const row = extra.map((turns, column) =>
      isLeft(column) && roleOf(column) === role ? turns[at[column]!++]! : -1,
    );
    rows.push([-1, ...row]);
  }
}

/** For each turn the turn of `b` beside it; -1 if there is none. Ascending. */
function* partnersOf(a: readonly Turn[], b: readonly Turn[]): Work<Int32Array> {
  const partners = new Int32Array(a.length).fill(-1);
  const gaps: Gap[] = [{ a: 0, aEnd: a.length, b: 0, bEnd: b.length }];
  for (let gap = gaps.pop(); gap !== undefined; gap = gaps.pop()) {
    const inner = withoutEnds(a, b, gap, partners);
    const anchors = anchorsIn(a, b, inner);
    if (anchors.length === 0) yield* pairInOrder(a, b, inner, partners);
    let { a: fromA, b: fromB } = inner;
    for (const [i, j] of anchors) {
      partners[i] = j;
      gaps.push({ a: fromA, aEnd: i, b: fromB, bEnd: j });
      [fromA, fromB] = [i + 1, j + 1];
    }
    if (anchors.length > 0) gaps.push({ a: fromA, aEnd: inner.aEnd, b: fromB, bEnd: inner.bEnd });
    yield;
  }
  return partners;
}

/** Aligns equal turns at both ends of a gap. Returns what is left. */
function withoutEnds(a: readonly Turn[], b: readonly Turn[], gap: Gap, partners: Int32Array): Gap {
  let { a: fromA, aEnd, b: fromB, bEnd } = gap;
  while (fromA < aEnd && fromB < bEnd && a[fromA]!.said === b[fromB]!.said) partners[fromA++] = fromB++;
  while (fromA < aEnd && fromB < bEnd && a[aEnd - 1]!.said === b[bEnd - 1]!.said) partners[--aEnd] = --bEnd;
  return { a: fromA, aEnd, b: fromB, bEnd };
}

/**
 * Turns that occur once on both sides, as many as are in the same order (patience diff). Repeated turns, such as
 * "Yes.", say little about where one trajectory follows the other.
 */
function anchorsIn(a: readonly Turn[], b: readonly Turn[], gap: Gap): (readonly [number, number])[] {
  const onceInA = onceIn(a, gap.a, gap.aEnd);
  const onceInB = onceIn(b, gap.b, gap.bEnd);
  const pairs: (readonly [number, number])[] = [];
  for (const [said, i] of onceInA) {
    const j = onceInB.get(said) ?? -1;
    if (i >= 0 && j >= 0) pairs.push([i, j]);
  }
  return longestAscending(pairs);
}

/** The index of each thing that is said once; -1 for what is repeated. */
function onceIn(turns: readonly Turn[], from: number, to: number): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (let i = from; i < to; i++) found.set(turns[i]!.said, found.has(turns[i]!.said) ? -1 : i);
  return found;
}

/** The most pairs whose second numbers ascend; their first numbers do already. */
function longestAscending(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  // The last pair of the best run of each length.
  const ends: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [k, [, j]] of pairs.entries()) {
    const length = firstIndex(ends.length, (i) => pairs[ends[i]!]![1] >= j);
    before[k] = length === 0 ? -1 : ends[length - 1]!;
    ends[length] = k;
  }
  const run: (readonly [number, number])[] = [];
  for (let k = ends.at(-1) ?? -1; k >= 0; k = before[k]!) run.unshift(pairs[k]!);
  return run;
}
