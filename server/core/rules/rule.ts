import type { Report } from '../schema/problem';
import type { Schema } from '../schema/schema';
import type { Kind } from '../syntax/nodeKind';
import type { ObjectsWith } from './layout';

/**
 * A check. It declares which values or objects it looks at, and is called for exactly those. The prefilter is
 * derived from these declarations, so narrow ones keep checking fast.
 */
export type Rule = ValueRule | ObjectRule;

/** A check of one value. */
export interface ValueRule {
  readonly of: 'value';
  readonly kinds: readonly Kind[];
  /** If given, the rule looks only at values with at least one of these flags (`Flag`). */
  readonly flags?: number;
  /** Whether the rule looks at values of one of its kinds that this schema describes. */
  appliesTo(schema: Schema, kind: Kind): boolean;
  check(subject: Subject, report: Report): void;
}

/** A check of the keys of one object. */
export interface ObjectRule {
  readonly of: 'object';
  /** Which objects it looks at: all, those with an undocumented key, or those with the same key twice. */
  readonly objectsWith: keyof typeof ObjectsWith;
  /** Whether the rule looks at objects that this schema describes. */
  appliesTo(schema: Schema): boolean;
  check(subject: ObjectSubject, report: Report): void;
}

/** A value or an object as a rule sees it; offsets are relative to the part that holds it. */
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

/** A property of an object: its key token, without its value. */
export interface Member {
  readonly from: number;
  readonly to: number;
  /** The decoded name. */
  readonly name: string;
}

/** An object with the properties that it has; offsets as in its part. */
export interface ObjectSubject {
  readonly schema: Schema;
  /** Where the object begins: its opening bracket. */
  readonly from: number;
  readonly members: readonly Member[];
}
