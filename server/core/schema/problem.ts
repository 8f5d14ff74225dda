import type { Range } from '../text/range';

/** Codes of the problem catalogue. Fixes, tests and documentation refer to them. */
export type Code =
  | 'syntax'
  /** The whole document is something else. Replaces all other problems. */
  | 'wrong-file'
  /** A line of JSON Lines differs in kind from the others. */
  | 'mixed-lines'
  | 'missing-property'
  | 'wrong-type'
  | 'null-value'
  | 'invalid-uuid'
  | 'invalid-date-time'
  | 'not-utc'
  | 'unknown-property'
  | 'undocumented-value'
  | 'duplicate-key'
  | 'unsafe-number'
  | 'lone-surrogate'
  | 'replacement-character'
  | 'deep-nesting'
  | 'nothing-to-send'
  /** Not a problem of the document: the list was cut. */
  | 'too-many-problems'
  /** Not a problem of the document either: a bug of ours stopped the check. */
  | 'internal-error'
  /** Explaining hints: valid data that may not be what was meant. */
  | 'empty-split'
  | 'equal-rewards'
  | 'missing-reward'
  | 'misspelt-role'
  | 'no-assistant-turn'
  | 'unanswered-call'
  | 'unknown-call'
  | 'invalid-arguments'
  | 'invalid-parameters'
  | 'mismatched-arguments'
  | 'missing-tools';

/** In the order of priority in a cut list. */
export const severities = ['error', 'warning', 'information', 'hint'] as const;
export type Severity = (typeof severities)[number];

/** A problem; offsets are UTF-16 code units, in the document or relative to a part of its tree. */
export interface Problem extends Range {
  readonly code: Code;
  readonly severity: Severity;
  readonly message: string;
  readonly related?: Related;
  /** What a quick fix needs, by code: the name meant, the number of the syntax error, … */
  readonly fix?: Fix;
}

export interface Related extends Range {
  readonly message: string;
}

export interface Fix {
  /** For `unknown-property`, the documented name meant; for `missing-property`, the missing name. */
  readonly name?: string;
  /** For `unknown-property`: another format has this name for the documented one, so it is no typo. */
  readonly isOtherName?: boolean;
  /** For `wrong-type` and `null-value`: the documented or usual type. */
  readonly type?: string;
  /** For `syntax`, the kind of error, and the offset of its fix. */
  readonly errorKind?: number;
  readonly at?: number;
  /** For a hint, all keys that get the name, or strings that get a value of their own; relative like the problem. */
  readonly ranges?: readonly FixRange[];
}

export interface FixRange extends Range {
  readonly value?: string;
}

/** A problem as a rule reports it. Its message may be a function: of very many problems, most are only counted. */
export interface ReportedProblem extends Omit<Problem, 'message'> {
  readonly message: string | (() => string);
}

export type Report = (reported: ReportedProblem) => void;
