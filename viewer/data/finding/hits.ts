import type { FindCursor, FoundPage, Hit } from '../../../server/viewProtocol/find';
import { integersOf } from '../columns/base64';
import type { ComparedRef } from '../comparing';
import type { ListChange } from '../following';

/** A hit in the document, or in the file that it is compared with. */
export interface FileHit extends Hit {
  readonly isOther?: true;
}

/** The trajectory of a hit. */
export function trajectoryOfHit({ trajectory, isOther }: FileHit): ComparedRef {
  return { trajectory, isOther: isOther === true };
}

/** What a search has found so far. Trajectories are searched in any order, because edits make some of them new. */
export interface Hits {
  /** Hits of each trajectory, also of those that are not listed. */
  readonly counts: Int32Array<ArrayBuffer>;
  /** Whether a trajectory was searched: 1 or 0. */
  readonly searched: Int32Array<ArrayBuffer>;
  /** In document order; at most `maxListed`. */
  readonly listed: readonly FileHit[];
  /** Where the search continues in a trajectory that was searched in part. */
  readonly cursor: FindCursor | null;
}

/** Maximum hits listed. Further ones are only counted. */
export const maxListed = 10_000;

export function noHits(trajectories: number): Hits {
  return {
    counts: new Int32Array(trajectories),
    searched: new Int32Array(trajectories),
    listed: [],
    cursor: null,
  };
}

/** Trajectories to search next: from a cursor up to a trajectory (exclusive). Null if all were searched. */
export function nextToSearch({
  searched,
  cursor,
}: Hits): { readonly from: FindCursor; readonly to: number } | null {
  const first = cursor?.trajectory ?? searched.indexOf(0);
  if (first < 0) return null;
  const end = searched.indexOf(1, first);
  const from = cursor ?? { trajectory: first, message: 0, text: 0, offset: 0 };
  return { from, to: end < 0 ? searched.length : end };
}

export type Page = Omit<Extract<FoundPage, { readonly version: number }>, 'hits'> & {
  readonly hits: readonly FileHit[];
};

/** Adds a page. `to`: the end of what was searched. */
export function withPage(before: Hits, { hits, first, counts: added, next }: Page, to: number): Hits {
  const counts = before.counts.slice();
  for (const [i, count] of integersOf(added).entries()) counts[first + i]! += count;
  const searched = before.searched.slice().fill(1, first, next?.trajectory ?? to);
  const at = indexAfter(before.listed, first);
  const listed = hits.length === 0 ? before.listed : before.listed.toSpliced(at, 0, ...hits);
  const isInside = next !== null && (next.message > 0 || next.text > 0 || next.offset > 0);
  return { counts, searched, listed, cursor: isInside ? next : null };
}

/** The number of hits up to a trajectory, inclusive. */
function indexAfter(hits: readonly FileHit[], trajectory: number): number {
  const index = hits.findIndex((hit) => hit.trajectory > trajectory);
  return index < 0 ? hits.length : index;
}

/** The hits after a change: those in trajectories whose text is the same move along; the others are searched again. */
export function afterChange(before: Hits, { isWhole, from, removed, added, alike }: ListChange): Hits {
  if (isWhole) return noHits(added);
  const hits = before.cursor === null ? before : forgotten(before, before.cursor.trajectory);
  const start = from + alike.atStart;
  const end = from + removed - alike.atEnd;
  const moved = added - removed;
  const others = added - alike.atStart - alike.atEnd;
  const withZeros = (before: Int32Array) => spliced(before, start, { end, added: others });
  return {
    counts: withZeros(hits.counts),
    searched: withZeros(hits.searched),
    listed: hits.listed.flatMap((hit) => {
      if (hit.trajectory < start) return [hit];
      return hit.trajectory < end ? [] : [moved === 0 ? hit : { ...hit, trajectory: hit.trajectory + moved }];
    }),
    cursor: null,
  };
}

/** Replaces numbers from `start` up to `end` by zeros. */
function spliced(
  before: Int32Array,
  start: number,
  { end, added }: { readonly end: number; readonly added: number },
): Int32Array<ArrayBuffer> {
  const after = new Int32Array(before.length - (end - start) + added);
  after.set(before.subarray(0, start));
  after.set(before.subarray(end), start + added);
  return after;
}

/** Without the hits of a trajectory that was searched in part. */
function forgotten(hits: Hits, trajectory: number): Hits {
  const counts = hits.counts.slice();
  counts[trajectory] = 0;
  return {
    ...hits,
    counts,
    listed: hits.listed.filter((hit) => hit.trajectory !== trajectory),
    cursor: null,
  };
}

/** Number of hits, and of trajectories that have any: of all, or of those that pass the filters. */
export function totalsOf(
  { counts }: Hits,
  passed: Uint8Array | null,
): { hits: number; trajectories: number } {
  const sum = { hits: 0, trajectories: 0 };
  for (let i = 0; i < counts.length; i++) {
    if (counts[i] === 0 || (passed !== null && passed[i] !== 1)) continue;
    sum.hits += counts[i]!;
    sum.trajectories++;
  }
  return sum;
}

/** Share of the trajectories that were searched, from 0 to 1. */
export function shareSearched(...all: readonly Hits[]): number {
  let [count, total] = [0, 0];
  for (const { searched } of all) {
    for (const is of searched) count += is;
    total += searched.length;
  }
  return total === 0 ? 1 : count / total;
}

/** A message, and how many of its hits to pass. */
export interface HitPlace {
  readonly trajectory: number;
  readonly message: number;
  readonly isOther?: boolean;
  readonly passed?: number;
}

/** The place of a listed hit. */
export function placeOf(hit: FileHit, { listed }: Hits): HitPlace {
  const { trajectory, message, isOther = false } = hit;
  const passed = listed.filter((one) => isIn(one, hit)).indexOf(hit);
  return { trajectory, message, isOther, passed };
}

/** Whether a hit is in the message of a place. */
export function isIn(hit: FileHit, { trajectory, message, isOther = false }: HitPlace): boolean {
  return hit.trajectory === trajectory && hit.message === message && (hit.isOther === true) === isOther;
}

/** The listed hit to go to from a place: the next one at or after it, or the last one before; else around the end. */
export function hitFrom(hits: readonly FileHit[], at: HitPlace, by: 1 | -1): FileHit | null {
  const isBefore = (hit: FileHit) => {
    // The hits of the other file come last.
    if ((hit.isOther === true) !== (at.isOther === true)) return at.isOther === true;
    return hit.trajectory < at.trajectory || (hit.trajectory === at.trajectory && hit.message < at.message);
  };
  const first = hits.findIndex((hit) => !isBefore(hit));
  const passed = Math.min(at.passed ?? 0, hits.filter((hit) => isIn(hit, at)).length);
  const next = (first < 0 ? hits.length : first) + passed;
  return hits[by > 0 ? next : next - 1] ?? hits.at(by > 0 ? 0 : -1) ?? null;
}
