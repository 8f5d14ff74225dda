import type { HintRule, TrajectorySubject } from './hint';

/** The arguments of a call are text in which chat formats write JSON. */
export const invalidArguments: HintRule<TrajectorySubject> = ({ turns }, report) => {
  for (const call of turns.flatMap(({ calls }) => calls)) {
    if (call.arguments === null || isJson(call.arguments)) continue;
    const what = call.arguments.trim() === '' ? 'are empty' : 'are not JSON';
    report('invalid-arguments', call.argumentsPlace, `The arguments of this tool call ${what}.`);
  }
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // There is no other way to ask.
    return false;
  }
}
