/** The code units of escape letters; 0 for letters that form no escape. */
const units: usize = memory.data(256);
store<u8>(units + 34, 34);
store<u8>(units + 47, 47);
store<u8>(units + 92, 92);
store<u8>(units + 98, 8);
store<u8>(units + 102, 12);
store<u8>(units + 110, 10);
store<u8>(units + 114, 13);
store<u8>(units + 116, 9);

/** The code unit of an escape letter, or -1. */
export function unitOfEscape(letter: u32): i32 {
  const unit: i32 = letter < 256 ? load<u8>(units + letter) : 0;
  return unit === 0 ? -1 : unit;
}

/** The value of a hexadecimal digit, or -1. */
export function hexOf(digit: i32): i32 {
  if (digit >= 48 && digit <= 57) return digit - 48;
  const small = digit | 32;
  return small >= 97 && small <= 102 ? small - 87 : -1;
}
