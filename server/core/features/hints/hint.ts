import type { Code, Problem } from '../../schema/problem';
import type { Work } from '../../work';
import type { Json, Place } from './json';
import type { ToolSchema } from './toolSchema';

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
  readonly tools: readonly Tool[];
}

export interface Tool {
  /** The decoded name; null where there is none. */
  readonly name: string | null;
  /** The parameters, where they are an object. */
  readonly parameters: Json | null;
  /** What JSON Schema says of the parameters, and they of arguments; null where nothing can be said. */
  schema(): ToolSchema | null;
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
  readonly name: string | null;
  /** The arguments, where they are a string or an object. */
  readonly arguments: Json | null;
}

/** A message has the result of a call: it says of which, or its role is that of a result. */
export interface Result {
  readonly place: Place;
  /** The decoded id of the call; null where there is none. */
  readonly id: string | null;
}

export type ReportHint = (code: Code, place: Place, message: string) => void;

/**
 * An explanation of what is documented to be valid and yet may not be what was meant. What training makes of
 * it is not documented, so it is never more than a hint. A rule that may take long gives work.
 */
export type HintRule<Subject> = (subject: Subject, report: ReportHint) => Work<void> | void;

/** The problem that a hint is. */
export function hintOf(code: Code, { from, to }: Place, message: string): Problem {
  return { code, severity: 'hint', from, to, message };
}
