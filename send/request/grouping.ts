import type { DocumentSummary } from '../../server/protocol';

/** Whether the user must choose how to group the trajectories. */
export function needsGrouping({
  groups,
  trajectoryCount,
}: Pick<DocumentSummary, 'groups' | 'trajectoryCount'>): boolean {
  // An array of trajectories has no groups to send, but can be converted.
  return groups === null ? trajectoryCount > 0 : groups.kind === 'trajectories';
}
