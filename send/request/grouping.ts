import type { DocumentSummary } from '../../server/protocol';

/** Whether somebody has to say how the trajectories of a document are grouped. */
export function needsGrouping({
  groups,
  trajectoryCount,
}: Pick<DocumentSummary, 'groups' | 'trajectoryCount'>): boolean {
  // An array of trajectories has no groups to send, but can be converted.
  return groups === null ? trajectoryCount > 0 : groups.kind === 'trajectories';
}
