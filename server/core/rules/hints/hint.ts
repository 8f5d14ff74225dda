import type { Code, Problem } from '../../schema/problem';

/** A stretch of the document, in UTF-16 code units. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

/** A group as far as hints look at it. */
export interface GroupSubject {
  /** Where its trajectories are named. */
  readonly place: Place;
  /** The reward of each trajectory; null where it is no number. */
  readonly rewards: readonly (number | null)[];
}

/** A trajectory as far as hints look at it. */
export interface TrajectorySubject {
  /** Where its messages are named, or its opening bracket where they are missing. */
  readonly place: Place;
  /** The messages and choices, in order. */
  readonly turns: readonly Turn[];
  /** Whether tools are defined; an empty array defines none. */
  readonly hasTools: boolean;
  /** The parameters of each tool, as a tree of values. */
  readonly parameters: readonly Value[];
}

/** A message, or a choice. */
export interface Turn {
  /** Null for an item that is a choice, or of a shape that nothing is known of. */
  readonly role: string | null;
  readonly calls: readonly Call[];
  /** What it answers to a call; null where it is no result. */
  readonly result: Result | null;
}

/** A message calls a tool. */
export interface Call {
  readonly place: Place;
  /** The decoded strings; null where there is none. */
  readonly id: string | null;
  readonly arguments: string | null;
  readonly argumentsPlace: Place;
}

/** A message has the result of a call: it says of which, or its role is that of a result. */
export interface Result {
  readonly place: Place;
  /** The decoded id of the call; null where there is none. */
  readonly id: string | null;
}

/** A JSON value that is read when it is looked at. */
export interface Value {
  readonly place: Place;
  readonly type: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null' | 'unknown';
  /** The number, or the decoded string. */
  readonly content: string | number | null;
  /** Properties with their decoded names; none for any other value. */
  members(): Iterable<readonly [name: string, value: Value]>;
  /** Items of an array. */
  items(): Iterable<Value>;
}

export type ReportHint = (code: Code, place: Place, message: string) => void;

/**
 * An explanation of what is documented to be valid and yet may not be what was meant. What training makes of
 * it is not documented, so it is never more than a hint.
 */
export type HintRule<Subject> = (subject: Subject, report: ReportHint) => void;

/** The problem that a hint is. */
export function hintOf(code: Code, { from, to }: Place, message: string): Problem {
  return { code, severity: 'hint', from, to, message };
}
