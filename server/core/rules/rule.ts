import type { Report } from '../schema/problem';
import type { Schema } from '../schema/schema';
import type { Kind } from '../syntax/tree/nodeKind';
import type { Range } from '../text/range';
import type { ObjectsWith } from './layout';

/**
 * A check. It declares which values or objects it looks at, and is called for exactly those. The prefilter is
 * derived from these declarations, so narrow ones keep checking fast. The one exception for all rules: the first item of
 * an array whose brackets are missing is not shown to them, because the syntax error already covers it.
 */
export type Rule = ValueRule | ObjectRule | MemberRule;

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

/** A check of which keys an object has. */
export interface ObjectRule {
  readonly of: 'object';
  /** Whether the rule looks at objects that this schema describes. */
  appliesTo(schema: Schema): boolean;
  check(subject: ObjectSubject, report: Report): void;
}

/** A check of some keys of an object. */
export interface MemberRule {
  readonly of: 'member';
  /** Which keys it looks at: undocumented ones, or those that are repeated later. */
  readonly with: Exclude<keyof typeof ObjectsWith, 'anyKeys'>;
  /** Whether the rule looks at keys of objects that this schema describes. */
  appliesTo(schema: Schema): boolean;
  check(member: Member, object: ObjectSubject, report: Report): void;
}

/** A value or an object as a rule sees it; offsets are relative to the part that contains it. */
export interface Subject extends Range {
  readonly kind: Kind;
  readonly flags: number;
  readonly schema: Schema;
  /** Whether the schema of the object around it requires the property. */
  readonly isRequired: boolean;
  /** Whether it has a key; an item of an array has none. */
  readonly hasKey: boolean;
  /** Its name in messages: `reward`, or `each item of tools`. */
  name(): string;
  /** The value of a string that is not broken. */
  value(): string;
  /** The text of a range of the part. */
  text(from: number, to: number): string;
}

/** A property of an object: its key token, without its value. */
export interface Member extends Range {
  /** The decoded name. */
  readonly name: string;
  /** Whether it is a string with a syntax error: its name may be another. */
  readonly isBroken: boolean;
  /** The last member with the same name, unless it is this one. */
  readonly last: Range | null;
}

/** An object; offsets are relative to its part. */
export interface ObjectSubject {
  readonly schema: Schema;
  /** Offset of the opening bracket. */
  readonly from: number;
  /** Whether it has a property with a name that some schema mentions. */
  has(name: string): boolean;
  /** Whether one of its first properties is undocumented and likely meant to have this name. */
  isMeant(name: string): boolean;
  /** Whether one of its first properties is undocumented and has the name of another format for this one. */
  hasOtherName(name: string): boolean;
  /** Its first names, in order, up to a limit. */
  names(limit: number): string[];
}
