import { countOf } from '../send/format/counts';
import type { Summary } from '../server/core/features/summary';

/** Asks how to group the trajectories of a document. */
export function neededGrouping({ trajectoryCount }: Pick<Summary, 'trajectoryCount'>): string {
  const number = countOf(trajectoryCount, 'trajectory');
  return `Its trajectories are not in groups. --grouping one puts all ${number} into one group, --grouping each gives each a group of its own.`;
}
