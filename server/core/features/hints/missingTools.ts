import type { HintRule, TrajectorySubject } from './hint';

/** Tools are called, but the trajectory does not define any. One hint, at the first call. */
export const missingTools: HintRule<TrajectorySubject> = ({ turns, hasTools }, report) => {
  const call = turns.find(({ calls }) => calls.length > 0)?.calls[0];
  if (call === undefined || hasTools) return;
  report('missing-tools', call.place, 'A tool is called here, but this trajectory defines no tools.');
};
