import { didYouMean, isOtherName } from '../schema/didYouMean';
import type { Schema } from '../schema/schema';
import { wholePairs } from '../text/pairs';
import { isOfOtherKind } from './mixedLines';
import type { MemberRule } from './rule';

/** Undocumented keys: a likely typo is a warning, or an error if the property is required; any other key is a hint. */
export const unknownProperty: MemberRule = {
  of: 'member',
  with: 'unknownKey',
  appliesTo: (schema) => schema.properties !== null,
  check({ name, isBroken, from, to }, object, report) {
    // Part of a value may have become a name, and the syntax error says so.
    if (isBroken || isOfOtherKind(object)) return;
    const { schema, has, hasOtherName } = object;
    const meant = didYouMean(name, schema, has);
    const isOther = meant !== null && isOtherName(schema, meant, name);
    // Several properties named as in another format are one problem, reported at the first.
    if (isOther && isNamedBefore(schema, meant, hasOtherName)) return;
    const shown = name.length > 60 ? `${wholePairs(name.slice(0, 57))}…` : name;
    if (meant === null && schema.mistakenFor?.properties?.has(name) === true) {
      const message = `"${shown}" is documented for ${nounOf(schema.mistakenFor.title)}, not for ${nounOf(schema.title)}.`;
      report({ code: 'unknown-property', severity: 'warning', from, to, message });
    } else if (meant === null) {
      const message = `"${shown}" is not documented for ${nounOf(schema.title)}; it is sent as is.`;
      report({ code: 'unknown-property', severity: 'hint', from, to, message });
    } else {
      // A required property under another name is one problem: `missingProperty` leaves it to this rule.
      const isRequired = schema.required.has(meant);
      const question = isRequired
        ? `"${shown}" is not documented; ${nounOf(schema.title)} must have "${meant}". Did you mean that?`
        : `"${shown}" is not documented; did you mean "${meant}"?`;
      const message =
        question + (holdsMore(schema, meant) ? ' Its contents are checked once it has that name.' : '');
      const severity = isRequired ? 'error' : 'warning';
      const fix = { name: meant, ...(isOther ? { isOtherName: true } : {}) };
      report({ code: 'unknown-property', severity, from, to, message, fix });
    }
  },
};

/** Whether more is documented inside of a property. */
function holdsMore({ properties }: Schema, name: string): boolean {
  const { items, properties: inner } = properties!.get(name)!;
  return inner !== null || (items !== null && items.properties !== null);
}

/** Whether a property that is documented before another has the name of another format, too. */
function isNamedBefore(
  { properties }: Schema,
  meant: string,
  hasOtherName: (name: string) => boolean,
): boolean {
  for (const name of properties!.keys()) {
    if (name === meant) return false;
    if (hasOtherName(name)) return true;
  }
  return false;
}

export function nounOf(title: string): string {
  const lower = title.toLowerCase();
  return `${/^[aeiou]/.test(lower) ? 'an' : 'a'} ${lower}`;
}
