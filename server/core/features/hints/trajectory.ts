import type { Code, Fix, Problem } from '../../schema/problem';
import type { Range } from '../../text/range';
import type { Work } from '../../work';
import type { Json } from './schemas/json';

/** What hints need of a trajectory. */
export interface Trajectory {
  /** The key of its messages, or its opening bracket if they are missing. */
  readonly range: Range;
  /** The messages and choices, in order, and all calls in them. */
  readonly turns: readonly Turn[];
  readonly calls: readonly Call[];
  /** Null if they are not an array, which is a separate problem. */
  readonly tools: readonly Tool[] | null;
}

export interface Tool {
  /** The decoded name; null if there is none. */
  readonly name: string | null;
  /** The parameters, if they are an object. */
  readonly parameters: Json | null;
}

/** A message or choice. */
export interface Turn {
  /** Null for a choice, and for an item of unknown shape. */
  readonly role: string | null;
  /** Set if the role is likely a typo. */
  readonly misspelt: MisspeltRole | null;
  readonly calls: readonly Call[];
  /** Set if it is a result: it has the id of a call, or the role of a result. */
  readonly result: Result | null;
}

/** A role that is not one of chat formats, and the one that is likely meant. */
export interface MisspeltRole {
  /** The name of the property. */
  readonly property: string;
  readonly range: Range;
  readonly role: string;
  readonly meant: string;
}

/** The result of a call, in a message. */
export interface Result extends Pick<Call, 'range' | 'id'> {
  /** If it has no call id: the message's own id, which some programs write instead. */
  readonly own: { readonly key: Range; readonly id: string } | null;
}

/** A tool call in a message. */
export interface Call {
  readonly range: Range;
  /** The decoded id; null if there is none. */
  readonly id: string | null;
  /** The decoded name of the tool; null if there is none. */
  readonly name: string | null;
  /** The arguments, if they are a string or object. */
  readonly arguments: Json | null;
  /** Whether the call itself, or the message that makes it, contains a result. */
  readonly hasResult: boolean;
}

export type ReportHint = (code: Code, range: Range, message: string, fix?: Fix) => void;

/**
 * Explains data that is documented as valid but may not be what was meant. What training does with it is not
 * documented, so hints are never more than information. A slow rule returns work.
 */
export type HintRule = (trajectory: Trajectory, report: ReportHint) => Work<void> | void;

/** A hint: what a rule reports. */
export function hintOf(code: Code, { from, to }: Range, message: string, fix?: Fix): Problem {
  return { code, severity: 'information', from, to, message, ...(fix === undefined ? {} : { fix }) };
}

/** The range to mark for a whole container: its bracket. */
export function bracketOf({ from }: Range): Range {
  return { from, to: from + 1 };
}
