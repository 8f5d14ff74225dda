import type { HintRule, TrajectorySubject } from './hint';
import { parseJson } from './json';

/** The arguments of a call are text in which chat formats write JSON. */
export const invalidArguments: HintRule<TrajectorySubject> = ({ turns }, report) => {
  for (const { arguments: given } of turns.flatMap(({ calls }) => calls)) {
    if (given === null || !given.isString || parseJson(given.text()) !== null) continue;
    const what = given.text().trim() === '' ? 'are empty' : 'are not JSON';
    report('invalid-arguments', given.place, `The arguments of this tool call ${what}.`);
  }
};
