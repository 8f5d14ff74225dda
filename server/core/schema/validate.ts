import { Kind } from '../syntax/nodeKind';
import { Flag } from '../syntax/token';
import type { Report } from './problem';
import type { Schema, SchemaType } from './schema';

/** A value or an object as validation sees it; offsets are relative to the part that holds it. */
export interface Subject {
  readonly kind: Kind;
  readonly flags: number;
  readonly from: number;
  readonly to: number;
  readonly schema: Schema;
  /** Whether the schema of the object around it says that the property must be there. */
  readonly isRequired: boolean;
  /** Whether it has a key; an item of an array has none. */
  readonly hasKey: boolean;
  /** What a message calls it: `reward`, or `each item of tools`. */
  name(): string;
  /** The value of a string that is not broken. */
  value(): string;
  /** The text of a stretch of the part. */
  text(from: number, to: number): string;
}

/** Checks a value against the documented type (interface §2): codes `wrong-type` and `null-value`. */
export function validateType(subject: Subject, report: Report): void {
  const { kind, schema, from } = subject;
  if (schema.type === null || kind === Kind.invalid || typesOf[kind] === schema.type) return;
  // Text that is broken is one problem already.
  if (kind === Kind.string && (subject.flags & (Flag.broken | Flag.unquoted)) !== 0) return;
  // Where there is no key to leave out, null is as wrong as any other value.
  const isRootValue = subject.isRequired && !subject.hasKey;
  if (kind === Kind.null && !isRootValue) return nullValue(subject, report);
  const isContainer = kind === Kind.object || kind === Kind.array;
  report({
    code: 'wrong-type',
    severity: 'error',
    from,
    // A container of a megabyte is not underlined from end to end.
    to: isContainer && subject.to - from > 200 ? from + 1 : subject.to,
    message: `${subject.name()} must be ${withArticle(schema.type)}; found ${describe(subject)}.`,
    fix: { type: schema.type },
  });
}

function nullValue(subject: Subject, report: Report): void {
  const { schema, from, to, isRequired } = subject;
  if (schema.isCommonlyNull) return;
  const name = subject.name();
  report({
    code: 'null-value',
    severity: isRequired ? 'error' : 'warning',
    from,
    to,
    message: isRequired
      ? `${name} is required and must be ${withArticle(schema.type!)}; found null.`
      : `${name} is documented as ${withArticle(schema.type!)}; null may be refused. ${subject.hasKey ? 'Leave the property out instead.' : ''}`.trimEnd(),
  });
}

/** The documented type that a kind of node has. */
export const typesOf: Readonly<Record<number, SchemaType | 'null'>> = {
  [Kind.object]: 'object',
  [Kind.array]: 'array',
  [Kind.string]: 'string',
  [Kind.number]: 'number',
  [Kind.true]: 'boolean',
  [Kind.false]: 'boolean',
  [Kind.null]: 'null',
};

export function withArticle(type: string): string {
  return type === 'object' || type === 'array' ? `an ${type}` : `a ${type}`;
}

function describe(subject: Subject): string {
  const type = typesOf[subject.kind]!;
  if (type === 'object' || type === 'array') return withArticle(type);
  const text = subject.text(subject.from, Math.min(subject.to, subject.from + 40));
  const shown = subject.to - subject.from > 40 ? `${text.slice(0, 37)}…` : text;
  return type === 'boolean' || type === 'null' ? shown : `the ${type} ${shown}`;
}
