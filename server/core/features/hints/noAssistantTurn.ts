import { otherRoles } from '../../schema/chatRoles';
import type { HintRule } from './trajectory';

/** A conversation in which the model never speaks. A turn without a known role may be a choice of the model. */
export const noAssistantTurn: HintRule = ({ range, turns }, report) => {
  if (!turns.every(({ role }) => role !== null && otherRoles.has(role))) return;
  const what = turns.length === 0 ? 'There is no message' : 'There is no assistant message and no choice';
  report('no-assistant-turn', range, `${what} in this trajectory, so there is nothing to reward.`);
};
