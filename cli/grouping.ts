import { countOf } from '../send/format/counts';
import type { Summary } from '../server/core/features/summary';

/** The message that asks for --grouping. */
export function neededGrouping({ trajectoryCount }: Pick<Summary, 'trajectoryCount'>): string {
  const number = countOf(trajectoryCount, 'trajectory');
  return `The trajectories are not in groups. Use --grouping one for one group of all ${number}, or --grouping each for a group each.`;
}
