import { Flag } from '../syntax/tokens/token';
import { Kind } from '../syntax/tree/nodeKind';
import { wholePairs } from '../text/pairs';
import type { ValueRule } from './rule';

/** RFC 9562 §4: 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12. */
export const uuidPattern = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;

/** A value of format `uuid` must be one. */
export const uuid: ValueRule = {
  of: 'value',
  kinds: [Kind.string],
  appliesTo: (schema) => schema.format === 'uuid',
  check(subject, report) {
    const { flags, from, to } = subject;
    if ((flags & (Flag.broken | Flag.unquoted)) !== 0) return;
    if (uuidPattern.test(subject.value())) return;
    const text = subject.text(from, Math.min(to, from + 60));
    const shown = to - from > 60 ? `${wholePairs(text.slice(0, 57))}…` : text;
    const message = `${subject.name()} must be a UUID, such as 123e4567-e89b-12d3-a456-426614174000; found ${shown}.`;
    report({ code: 'invalid-uuid', severity: 'error', from, to, message });
  },
};
