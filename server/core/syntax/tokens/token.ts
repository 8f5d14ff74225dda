/** Kinds of tokens. */
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
  /** Characters that are not a JSON token; the parser reports them when it accepts the token. */
  word: 12,
  /** In JSON Lines, the end of a line. */
  newline: 13,
  /** A long string or word of which only the beginning has been read. */
  unfinished: 14,
  /** Inside the scanner: something was skipped, such as a stray quote, and the token comes after it. */
  skipped: 15,
} as const;
export type Token = (typeof Token)[keyof typeof Token];

/** Flags of a string or a number. */
export const Flag = {
  /** A syntax error inside has been reported. */
  broken: 1,
  escapes: 2,
  /** A long number, or one with an exponent: its value may not survive. */
  extreme: 4,
  loneSurrogate: 8,
  /** Not in double quotes. */
  unquoted: 16,
  /** Contains U+FFFD. */
  replaced: 32,
} as const;
/** Flags of keys whose spelling differs from their name. */
export const misspelled = Flag.broken | Flag.escapes | Flag.unquoted;
