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
} from '../characters';

// The twin of `text/escapes.ts`.

/** The code units of escape letters; 0 for letters that form no escape. */
const units: usize = memory.data(256);
store<u8>(units + quote, quote);
store<u8>(units + slash, slash);
store<u8>(units + backslash, backslash);
store<u8>(units + letterB, backspace);
store<u8>(units + letterF, formFeed);
store<u8>(units + letterN, lineFeed);
store<u8>(units + letterR, carriageReturn);
store<u8>(units + letterT, tab);

/** The code unit of an escape letter, or -1. */
export function unitOfEscape(letter: u32): i32 {
  const unit: i32 = letter < 256 ? load<u8>(units + letter) : 0;
  return unit === 0 ? -1 : unit;
}

/** The value of a hexadecimal digit, or -1. */
export function hexOf(digit: i32): i32 {
  if (digit >= zero && digit <= nine) return digit - zero;
  const small = digit | smallBit;
  return small >= letterA && small <= letterF ? small - letterA + 10 : -1;
}
