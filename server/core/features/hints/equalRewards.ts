import type { Range } from '../../text/range';
import type { ReportHint } from './trajectory';

/**
 * All trajectories of a group have the same reward: nothing says which of them was better. Null stands for a
 * reward that is no number; the place is where the trajectories are named.
 */
export function equalRewards(rewards: readonly (number | null)[], range: Range, report: ReportHint): void {
  const [first = null] = rewards;
  if (first === null || rewards.length < 2 || rewards.some((reward) => reward !== first)) return;
  const message = `All ${rewards.length} trajectories of this group have the reward ${first}: nothing tells the better from the worse.`;
  report('equal-rewards', range, message);
}
