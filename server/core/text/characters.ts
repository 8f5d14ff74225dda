// Code units with a meaning in JSON, for the scanner, the parser and the kernels.

export const backspace = 8;
export const tab = 9;
export const lineFeed = 10;
export const formFeed = 12;
export const carriageReturn = 13;
export const space = 32;
export const quote = 34;
export const hash = 35;
export const dollar = 36;
export const ampersand = 38;
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
export const capitalA = 65;
export const capitalZ = 90;
export const openBracket = 91;
export const backslash = 92;
export const closeBracket = 93;
export const underscore = 95;
export const backtick = 96;
export const letterA = 97;
export const letterB = 98;
export const letterE = 101;
export const letterF = 102;
export const letterL = 108;
export const letterN = 110;
export const letterR = 114;
export const letterS = 115;
export const letterT = 116;
export const letterU = 117;
export const letterZ = 122;
export const openBrace = 123;
export const closeBrace = 125;
/** The bit that makes a capital letter a small one. */
export const smallBit = 32;
/** The first code unit, or byte, that is not ASCII. */
export const firstNonAscii = 128;
/** The halves of surrogate pairs: a high one, then a low one. */
export const firstHigh = 0xd800;
export const lastHigh = 0xdbff;
export const firstLow = 0xdc00;
export const lastLow = 0xdfff;
export const byteOrderMark = 0xfeff;
/** U+FFFD, in place of text that could not be decoded. */
export const replacement = 0xfffd;
