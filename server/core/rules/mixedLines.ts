import type { Held } from '../detection/lineSums';
import { isMisspelt } from '../schema/didYouMean';
import type { ObjectRule, ObjectSubject } from './rule';

/** Maximum number of names compared with the documented ones. */
const maxNamesCompared = 100;

/** A line of JSON Lines that differs in kind from the others: a service would ignore or reject it. */
export const mixedLines: ObjectRule = {
  of: 'object',
  appliesTo: ({ line }) => line !== null,
  check(line, report) {
    if (!isOfOtherKind(line)) return;
    const { holds, names } = line.schema.line!;
    const others = holds === 'group' ? 'trajectory groups' : 'trajectories without a group';
    const held = heldBy(line);
    const message =
      held === null
        ? `This line contains no ${holds === 'group' ? names.trajectories : names.messages}; other lines are ${others}.`
        : `This line is ${nouns[held]}; other lines are ${others}.`;
    report({ code: 'mixed-lines', severity: 'warning', from: line.from, to: line.from + 1, message });
  },
};

const nouns: Record<Held, string> = {
  group: 'a trajectory group',
  trajectory: 'a trajectory without a group',
  request: 'a whole request',
};

/** Whether an object is a line of another kind: what is documented for the other lines says nothing about its names. */
export function isOfOtherKind(object: ObjectSubject): boolean {
  let isOther = known.get(object);
  if (isOther === undefined) known.set(object, (isOther = differs(object)));
  return isOther;
}

/** Each member of a line asks, and there may be a million. */
const known = new WeakMap<ObjectSubject, boolean>();

function differs(object: ObjectSubject): boolean {
  const { schema, isMeant, names } = object;
  if (schema.line === null) return false;
  const held = heldBy(object);
  if (held !== null) return held !== schema.line.holds;
  const { trajectories, messages } = schema.line.names;
  const isOtherName = isMeant(trajectories) || isMeant(messages);
  return !isOtherName && !isUnfinished(names(maxNamesCompared), [...schema.properties!.keys()]);
}

function heldBy({ schema, has }: ObjectSubject): Held | null {
  const { trajectories, messages, groups } = schema.line!.names;
  if (has(trajectories)) return 'group';
  if (has(messages)) return 'trajectory';
  return has(groups) ? 'request' : null;
}

/** Whether a line has no names yet, or a documented one. A misspelt one counts: `unknownProperty` reports it. */
function isUnfinished(names: readonly string[], documented: readonly string[]): boolean {
  const isKnown = (name: string): boolean => documented.includes(name) || isMisspelt(name, documented);
  return names.length === 0 || names.some(isKnown);
}
