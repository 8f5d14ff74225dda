import type { Report } from '../schema/problem';
import type { Schema } from '../schema/schema';
import type { Subject } from '../schema/validate';

/** A check of one value, beyond its type. */
export type ValueRule = (subject: Subject, report: Report) => void;

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

/** A check of the properties of one object. */
export type ObjectRule = (subject: ObjectSubject, report: Report) => void;
