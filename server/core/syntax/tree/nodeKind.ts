/** Kinds of tree nodes. */
export const Kind = {
  document: 0,
  lines: 1,
  object: 2,
  array: 3,
  string: 4,
  number: 5,
  true: 6,
  false: 7,
  null: 8,
  /** A property: its name; the value follows unless it is missing. */
  key: 9,
  /** Text that is not a JSON value. */
  invalid: 10,
} as const;
export type Kind = (typeof Kind)[keyof typeof Kind];
