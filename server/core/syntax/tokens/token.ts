/** Kinds of token. Values of brackets and literals are what the parser switches on. */
export const Token = {
  end: 0,
  openObject: 1,
  closeObject: 2,
  openArray: 3,
  closeArray: 4,
  comma: 5,
  colon: 6,
  string: 7,
  number: 8,
  true: 9,
  false: 10,
  null: 11,
  /** A run of characters that is no JSON token; reported where it stands when the parser accepts it. */
  word: 12,
  /** In JSON Lines, the end of a line. */
  newline: 13,
} as const;
export type Token = (typeof Token)[keyof typeof Token];

/** What is particular about a string or a number. */
export const Flag = {
  /** A syntax error inside has been reported. */
  broken: 1,
  escapes: 2,
  /** An integer of many digits or a number with an exponent: its value may not survive. */
  extreme: 4,
  loneSurrogate: 8,
  /** Not in double quotes. */
  unquoted: 16,
  /** U+FFFD stands in it. */
  replaced: 32,
} as const;
