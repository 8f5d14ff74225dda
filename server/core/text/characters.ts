// Code units with a meaning in JSON, for the scanner, the parser and the kernels.

export const tab = 9;
export const lineFeed = 10;
export const carriageReturn = 13;
export const space = 32;
export const quote = 34;
export const hash = 35;
export const apostrophe = 39;
export const openParenthesis = 40;
export const closeParenthesis = 41;
export const star = 42;
export const plus = 43;
export const comma = 44;
export const minus = 45;
export const point = 46;
export const slash = 47;
export const zero = 48;
export const nine = 57;
export const colon = 58;
export const semicolon = 59;
export const less = 60;
export const equals = 61;
export const greater = 62;
export const openBracket = 91;
export const backslash = 92;
export const closeBracket = 93;
export const letterU = 117;
export const openBrace = 123;
export const closeBrace = 125;
/** U+FFFD, in place of text that could not be decoded. */
export const replacement = 0xfffd;
