import type { GroupSubject, HintRule } from './hint';

/** All trajectories of a group have the same reward: nothing says which of them was better. */
export const equalRewards: HintRule<GroupSubject> = ({ place, rewards }, report) => {
  const [first] = rewards;
  if (first === undefined || first === null || rewards.length < 2) return;
  if (rewards.some((reward) => reward !== first)) return;
  const message = `All ${rewards.length} trajectories of this group have the reward ${first}: nothing tells the better from the worse.`;
  report('equal-rewards', place, message);
};
