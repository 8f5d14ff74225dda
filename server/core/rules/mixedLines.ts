import { isMisspelt } from '../schema/didYouMean';
import type { ObjectRule } from './rule';

/** Maximum number of names compared with the documented ones. */
const maxNamesCompared = 100;

/** A line of JSON Lines that differs in kind from the others: a service would ignore or reject it. */
export const mixedLines: ObjectRule = {
  of: 'object',
  appliesTo: ({ line }) => line !== null,
  check({ schema, from, has, isMeant, names }, report) {
    const { holds, names: own } = schema.line!;
    const isGroup = has(own.trajectories);
    const isTrajectory = has(own.messages);
    if (holds === 'group' ? isGroup : isTrajectory && !isGroup) return;
    const others = holds === 'group' ? 'trajectory groups' : 'trajectories without a group';
    const found = isGroup
      ? 'a trajectory group'
      : isTrajectory
        ? 'a trajectory without a group'
        : has(own.groups)
          ? 'a whole request'
          : null;
    const isOtherName = isMeant(own.trajectories) || isMeant(own.messages);
    if (
      found === null &&
      (isOtherName || isUnfinished(names(maxNamesCompared), [...schema.properties!.keys()]))
    )
      return;
    const message =
      found === null
        ? `This line contains no ${holds === 'group' ? own.trajectories : own.messages}; other lines are ${others}.`
        : `This line is ${found}; other lines are ${others}.`;
    report({ code: 'mixed-lines', severity: 'warning', from, to: from + 1, message });
  },
};

/** Whether a line has no names yet, or a documented one. A misspelt one counts: `unknownProperty` reports it. */
function isUnfinished(names: readonly string[], documented: readonly string[]): boolean {
  const isKnown = (name: string): boolean => documented.includes(name) || isMisspelt(name, documented);
  return names.length === 0 || names.some(isKnown);
}
