import { didYouMean } from '../schema/didYouMean';
import type { Schema } from '../schema/schema';
import type { MemberRule } from './rule';
import { nounOf } from './unknownProperty';

/** Maximum number of names compared with the documented ones. */
const maxNamesCompared = 100;

/**
 * A group, a trajectory or a config with properties, none of which is documented or likely meant to be. Messages have too
 * many forms for that.
 */
export const unlikeItem: MemberRule = {
  of: 'member',
  with: 'unknownKey',
  appliesTo: ({ level, line }) => level !== null && level !== 'message' && line === null,
  check(member, { schema, from, has, names }, report) {
    // Once for an object, however many members it has: at the last one with the first name.
    if (member.isBroken || member.last !== null || names(1)[0] !== member.name) return;
    const documented = [...schema.properties!.keys()];
    if (documented.some(has) || names(maxNamesCompared).some((name) => isExplained(name, schema))) return;
    const [shown, more] = [documented.slice(0, 3).join(', '), documented.length > 3 ? ' and others' : ''];
    const message = `None of these properties is documented for ${nounOf(schema.title)}, which has ${shown}${more}.`;
    // What a config may contain besides the documented settings is not known.
    const severity = schema.level === 'config' ? 'information' : 'warning';
    report({ code: 'unknown-property', severity, from, to: from + 1, message });
  },
};

/** Whether a name is still being typed, or another rule says what it means. */
function isExplained(name: string, schema: Schema): boolean {
  const { mistakenFor, properties, level } = schema;
  if (mistakenFor?.properties?.has(name) === true || didYouMean(name, schema, () => false) !== null)
    return true;
  if ([...properties!.keys()].some((documented) => documented.startsWith(name))) return true;
  return level === 'group' && [...properties!.values()].some(({ items }) => items?.properties?.has(name));
}
