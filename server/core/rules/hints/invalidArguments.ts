import type { HintRule, TrajectorySubject } from './hint';

/** The arguments of a call are text in which chat formats write JSON. */
export const invalidArguments: HintRule<TrajectorySubject> = ({ events }, report) => {
  for (const event of events) {
    if (event.kind !== 'call' || event.arguments === null || isJson(event.arguments)) continue;
    const what = event.arguments.trim() === '' ? 'are empty' : 'are not JSON';
    report('invalid-arguments', event.argumentsPlace, `The arguments of this tool call ${what}.`);
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
