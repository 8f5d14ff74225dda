import {
  backslash,
  backspace,
  carriageReturn,
  formFeed,
  letterA,
  letterB,
  letterF,
  letterN,
  letterR,
  letterT,
  lineFeed,
  nine,
  quote,
  slash,
  smallBit,
  tab,
  zero,
} from './characters';

/** Code units of the longest escape, `\u0000`. */
export const maxEscapeLength = 6;

/** The letters that form an escape with the backslash before them, and the code units they mean; `\u` is not here. */
export const shortEscapes: ReadonlyMap<number, number> = new Map([
  [quote, quote],
  [slash, slash],
  [backslash, backslash],
  [letterB, backspace],
  [letterF, formFeed],
  [letterN, lineFeed],
  [letterR, carriageReturn],
  [letterT, tab],
]);

/** The value of a hexadecimal digit, or -1. */
export function hexOf(unit: number): number {
  if (unit >= zero && unit <= nine) return unit - zero;
  const small = unit | smallBit;
  return small >= letterA && small <= letterF ? small - letterA + 10 : -1;
}
