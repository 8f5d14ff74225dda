import { countOf } from '../send/format/counts';
import type { Summary } from '../server/core/features/summary';

/** Whether somebody has to say how the trajectories of a document are grouped. */
export function needsGrouping({
  groups,
  trajectoryCount,
}: Pick<Summary, 'groups' | 'trajectoryCount'>): boolean {
  // An array of trajectories has no groups to send, but can be converted.
  return groups === null ? trajectoryCount > 0 : groups.kind === 'trajectories';
}

/** Asks how to group the trajectories of a document. */
export function neededGrouping({ trajectoryCount }: Pick<Summary, 'trajectoryCount'>): string {
  const number = countOf(trajectoryCount, 'trajectory');
  return `Its trajectories are not in groups. --grouping one puts all ${number} into one group, --grouping each gives each a group of its own.`;
}
