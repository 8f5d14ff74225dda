import type { CollectionChange } from '../../server/viewProtocol';

/** An item's index after a change (null if gone), and whether the change touched it. */
export interface Followed {
  readonly index: number | null;
  readonly isTouched: boolean;
}

/**
 * Follows a trajectory through a change. A replaced one maps to the one with the same text, or else to the one now at
 * its index, if any.
 */
export function followTrajectory(index: number, { trajectories, isWhole }: CollectionChange): Followed {
  if (!isWhole) return follow(index, trajectories);
  return { index: index < trajectories.rows.count ? index : null, isTouched: true };
}

/** The same for several changes, one after the other. What is gone is touched. */
export function followThrough(index: number, changes: readonly CollectionChange[]): Followed {
  let followed: Followed = { index, isTouched: false };
  for (const change of changes) {
    if (followed.index === null) return { index: null, isTouched: true };
    const next = followTrajectory(followed.index, change);
    followed = { index: next.index, isTouched: followed.isTouched || next.isTouched };
  }
  return followed;
}

function follow(index: number, { from, removed, rows, alike }: CollectionChange['trajectories']): Followed {
  const moved = index + rows.count - removed;
  if (index < from) return { index, isTouched: false };
  if (index >= from + removed) return { index: moved, isTouched: false };
  if (index >= from + removed - alike.atEnd) return { index: moved, isTouched: true };
  return { index: index - from < rows.count ? index : null, isTouched: true };
}
