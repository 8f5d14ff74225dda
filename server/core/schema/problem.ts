/** Codes of the problem catalogue. Fixes, tests and documentation hang on them. */
export type Code =
  | 'syntax'
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
  | 'deep-nesting'
  | 'nothing-to-send'
  /** Not a problem of the document: the list was cut. */
  | 'too-many-problems'
  /** Not a problem of the document either: a mistake of ours kept its problems from being found. */
  | 'internal-error'
  /** Explaining hints, which are given on request only. */
  | 'equal-rewards'
  | 'no-assistant-turn'
  | 'unanswered-call'
  | 'unknown-call'
  | 'invalid-arguments'
  | 'invalid-parameters'
  | 'mismatched-arguments'
  | 'missing-tools';

/** In the order in which a cut list keeps them. */
export const severities = ['error', 'warning', 'information', 'hint'] as const;
export type Severity = (typeof severities)[number];

/** A problem; offsets are UTF-16 code units, of the document or relative to a part of its tree. */
export interface Problem {
  readonly code: Code;
  readonly severity: Severity;
  readonly from: number;
  readonly to: number;
  readonly message: string;
  readonly related?: Related;
  /** What a quick fix needs, by code: the name meant, the number of the syntax mistake, … */
  readonly fix?: Fix;
}

export interface Related {
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

export interface Fix {
  /** For `unknown-property` the documented name meant; for `missing-property` the name that is missing. */
  readonly name?: string;
  /** For `wrong-type` the documented type. */
  readonly type?: string;
  /** For `syntax` the mistake, and where its repair goes. */
  readonly mistake?: number;
  readonly at?: number;
}

export type Report = (problem: Problem) => void;
