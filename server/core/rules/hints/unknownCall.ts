import type { HintRule, TrajectorySubject } from './hint';

/** A result for which there is no call before it. */
export const unknownCall: HintRule<TrajectorySubject> = ({ events }, report) => {
  const made = new Set<string>();
  for (const { kind, id, place } of events) {
    if (id === null) continue;
    if (kind === 'call') made.add(id);
    else if (!made.has(id))
      report('unknown-call', place, 'No message before this result makes its tool call.');
  }
};
