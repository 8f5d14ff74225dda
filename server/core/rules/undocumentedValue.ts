import { Flag } from '../syntax/tokens/token';
import { Kind } from '../syntax/tree/nodeKind';
import type { ValueRule } from './rule';

/** A value that the interface does not name, where it does not exclude other values. */
export const undocumentedValue: ValueRule = {
  of: 'value',
  kinds: [Kind.string],
  appliesTo: (schema) => schema.documentedValues.length > 0,
  check(subject, report) {
    const { schema, from, to } = subject;
    if ((subject.flags & Flag.broken) !== 0) return;
    if (schema.documentedValues.includes(subject.value())) return;
    const documented = schema.documentedValues.map((value) => `"${value}"`).join(', ');
    report({
      code: 'undocumented-value',
      severity: 'information',
      from,
      to,
      message: `Only ${documented} is documented for ${subject.name()}; this value is sent as is.`,
    });
  },
};
