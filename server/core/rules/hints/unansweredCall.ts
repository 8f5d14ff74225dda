import type { Call, HintRule, TrajectorySubject } from './hint';

/** A call whose id no later result has. Ids may come again, so each result answers the calls before it. */
export const unansweredCall: HintRule<TrajectorySubject> = ({ events }, report) => {
  const open = new Map<string, Call[]>();
  for (const event of events) {
    if (event.id === null) continue;
    if (event.kind === 'result') open.delete(event.id);
    else open.set(event.id, [...(open.get(event.id) ?? []), event]);
  }
  for (const call of [...open.values()].flat()) {
    report('unanswered-call', call.place, 'No message after this tool call has its result.');
  }
};
