import type { CollectionChange } from '../../server/viewProtocol/collection';

/** How the list of trajectories has changed. It may take several responses to fetch its rows. */
export interface ListChange {
  readonly version: number;
  /** Nothing of what was there stays. */
  readonly isWhole: boolean;
  /** From this index on, `removed` trajectories are replaced by `added`. */
  readonly from: number;
  readonly removed: number;
  readonly added: number;
  /** How many of those removed, at the start and at the end, have the same text as their replacements. */
  readonly alike: CollectionChange['trajectories']['alike'];
}

/** A change together with the next response. */
export function withResponse(
  before: ListChange | null,
  { version, isWhole, trajectories: { from, removed, rows, alike } }: CollectionChange,
): ListChange {
  const added = rows.count;
  if (before === null || isWhole) return { version, isWhole, from, removed, added, alike };
  if (removed === 0 && added === 0) return before;
  const isContinued = version === before.version && removed === 0 && from === before.from + before.added;
  // `alike` of the first response also counts rows that come in later ones.
  if (before.isWhole || isContinued) return { ...before, added: before.added + added - removed };
  const first = Math.min(from, before.from);
  const end = Math.max(from + removed, before.from + before.added);
  return {
    version,
    isWhole: false,
    from: first,
    removed: end - first - before.added + before.removed,
    added: end - first - removed + added,
    alike: { atStart: 0, atEnd: 0 },
  };
}

/** An item's index after a change (null if gone), and whether the change touched it. */
export interface Followed {
  readonly index: number | null;
  readonly isTouched: boolean;
}

/**
 * Follows a trajectory through a change. A replaced one maps to the one with the same text, or else to the one now at
 * its index, if any.
 */
export function followTrajectory(
  index: number,
  { isWhole, from, removed, added, alike }: ListChange,
): Followed {
  if (isWhole) return { index: index < added ? index : null, isTouched: true };
  const moved = index + added - removed;
  if (index < from) return { index, isTouched: false };
  if (index >= from + removed) return { index: moved, isTouched: false };
  if (index >= from + removed - alike.atEnd) return { index: moved, isTouched: true };
  return { index: index - from < added ? index : null, isTouched: true };
}
