import type { Range } from '../../text/range';
import { areEqual } from '../rewards';
import type { ReportHint } from './trajectory';

/**
 * All trajectories of a group have the same reward, but for rounding: nothing shows which is better. Null is a reward
 * that is not a number; the range is that of the trajectories' key.
 */
export function equalRewards(rewards: readonly (number | null)[], range: Range, report: ReportHint): void {
  const [first = null] = rewards;
  if (first === null || rewards.length < 2) return;
  if (rewards.some((reward) => reward === null || !areEqual(reward, first))) return;
  const message = `${rewards.length === 2 ? 'Both' : `All ${rewards.length}`} trajectories of this group have the reward ${first}: no attempt is better than another.`;
  report('equal-rewards', range, message);
}

/** Up to this many groups with equal rewards are listed individually; more become one hint. */
export const maxEqualRewards = 3;

/** The message at the first of very many such groups. */
export function manyEqualRewards(count: number, groups: number): string {
  const [some, all] = [count.toLocaleString('en'), groups.toLocaleString('en')];
  return `In ${some} of ${all} groups all trajectories have the same reward: no attempt is better than another. This is the first of them.`;
}
