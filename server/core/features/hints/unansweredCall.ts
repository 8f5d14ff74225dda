import type { HintRule, TrajectorySubject } from './hint';
import { pairCalls } from './pairing';

/** A call that no later message answers. */
export const unansweredCall: HintRule<TrajectorySubject> = ({ turns }, report) => {
  for (const { place } of pairCalls(turns).unanswered) {
    report('unanswered-call', place, 'No message after this tool call has its result.');
  }
};
