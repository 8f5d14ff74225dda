import type { HintRule, TrajectorySubject } from './hint';
import { pairCalls } from './pairing';

/** A result for which there is no call before it, or that does not say which one it is for. */
export const unknownCall: HintRule<TrajectorySubject> = ({ turns }, report) => {
  const { unknown, unnamed } = pairCalls(turns);
  for (const { place } of unknown) {
    report('unknown-call', place, 'No message before this result makes its tool call.');
  }
  for (const { place } of unnamed) {
    report('unknown-call', place, 'No tool_call_id says which tool call this is the result of.');
  }
};
