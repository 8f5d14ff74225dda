import type { Report } from '../schema/problem';
import { isDocumented, typesOf } from '../schema/schemaTypes';
import { Flag } from '../syntax/tokens/token';
import { Kind } from '../syntax/tree/nodeKind';
import { wholePairs } from '../text/pairs';
import type { Subject, ValueRule } from './rule';

/** A value must have the documented type: codes `wrong-type` and `null-value`. */
export const wrongType: ValueRule = {
  of: 'value',
  kinds: [Kind.object, Kind.array, Kind.string, Kind.number, Kind.true, Kind.false, Kind.null],
  appliesTo(schema, kind) {
    return !isDocumented(schema, kind) && !(kind === Kind.null && schema.isCommonlyNull);
  },
  check(subject, report) {
    const { kind, from } = subject;
    const type = subject.schema.type!;
    // A broken string is a syntax error already.
    if (kind === Kind.string && (subject.flags & (Flag.broken | Flag.unquoted)) !== 0) return;
    // If there is no key to leave out, null is as wrong as any other value.
    const isRootValue = subject.isRequired && !subject.hasKey;
    if (kind === Kind.null && !isRootValue) return nullValue(subject, type, report);
    const isContainer = kind === Kind.object || kind === Kind.array;
    report({
      code: 'wrong-type',
      severity: 'error',
      from,
      // A large container is not underlined from end to end.
      to: isContainer && subject.to - from > 200 ? from + 1 : subject.to,
      message: () => `${subject.name()} must be ${withArticle(type)}; found ${describe(subject)}.`,
      fix: { type },
    });
  },
};

function nullValue(subject: Subject, type: string, report: Report): void {
  const { from, to, isRequired } = subject;
  report({
    code: 'null-value',
    severity: isRequired ? 'error' : 'warning',
    from,
    to,
    message: () => messageOfNull(subject, type),
    fix: { type },
  });
}

function messageOfNull(subject: Subject, type: string): string {
  const name = subject.name();
  if (subject.isRequired) return `${name} is required and must be ${withArticle(type)}; found null.`;
  // A missing number has no default value, and leaving out the property hides that it is missing.
  const advice =
    type === 'number' ? 'Write the number, or leave the property out.' : 'Leave the property out instead.';
  return `${name} is documented as ${withArticle(type)}; null may be rejected. ${subject.hasKey ? advice : ''}`.trimEnd();
}

export function withArticle(type: string): string {
  return type === 'object' || type === 'array' ? `an ${type}` : `a ${type}`;
}

function describe(subject: Subject): string {
  const type = typesOf[subject.kind]!;
  if (type === 'object' || type === 'array') return withArticle(type);
  const text = subject.text(subject.from, Math.min(subject.to, subject.from + 40));
  const shown = subject.to - subject.from > 40 ? `${wholePairs(text.slice(0, 37))}…` : text;
  return type === 'boolean' || type === 'null' ? shown : `the ${type} ${shown}`;
}
