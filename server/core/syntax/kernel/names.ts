import { HashWeight, hashMask, hashShift, maxNames, maxNameUnits, nameShift } from '../layout';

const mask: i32 = 4095;
/** Known names: the address in `letters` and the length of each. */
const names: usize = memory.data(8 * maxNames, 16);
const letters: usize = memory.data(2 * maxNameUnits + 8, 16);
/** Hash table of name numbers, by `slotOf`. */
const slots: usize = memory.data(2 * (mask + 1), 16);
let count: i32 = 0;
let used: i32 = 0;

/** Address where the host writes the next name. */
export function nextName(): usize {
  return letters + 2 * used;
}

/** Adds the name of `length` code units at `nextName()`; names are numbered from one. */
export function addName(length: i32): void {
  const from = nextName();
  let slot = slotOf(from, length);
  while (load<u16>(slots + 2 * slot) !== 0) slot = (slot + 1) & mask;
  store<u32>(names + 8 * count, from);
  store<i32>(names + 8 * count, length, 4);
  store<u16>(slots + 2 * slot, ++count);
  used += length;
}

/** What a row keeps of a name: see `Vocabulary.infoOf`. */
export function infoOfName(from: usize, length: i32): i32 {
  if (length === 0) return numberOfName(from, 0);
  const first = <i32>load<u16>(from);
  const middle = <i32>load<u16>(from + 2 * (length >> 1));
  const last = <i32>load<u16>(from + 2 * (length - 1));
  const hash =
    length * HashWeight.length +
    first * HashWeight.first +
    middle * HashWeight.middle +
    last * HashWeight.last;
  return numberOfName(from, length) | ((hash & hashMask) << (hashShift - nameShift));
}

/** The number of a name; 0 if unknown. */
function numberOfName(from: usize, length: i32): i32 {
  let slot = slotOf(from, length);
  let number = <i32>load<u16>(slots + 2 * slot);
  while (number !== 0 && !isName(number, from, length)) {
    slot = (slot + 1) & mask;
    number = <i32>load<u16>(slots + 2 * slot);
  }
  return number;
}

function isName(number: i32, from: usize, length: i32): bool {
  const name = names + 8 * (number - 1);
  return load<i32>(name, 4) === length && areSame(load<u32>(name), from, 2 * length);
}

/** Compares eight bytes at a time, which may reach past the end. */
function areSame(a: usize, b: usize, bytes: usize): bool {
  let i: usize = 0;
  for (; i + 8 <= bytes; i += 8) if (load<u64>(a + i) !== load<u64>(b + i)) return false;
  const rest = ((<u64>1) << (8 * (bytes - i))) - 1;
  return ((load<u64>(a + i) ^ load<u64>(b + i)) & rest) === 0;
}

function slotOf(from: usize, length: i32): i32 {
  if (length === 0) return 0;
  const first = <i32>load<u16>(from);
  const middle = <i32>load<u16>(from + 2 * (length >> 1));
  const last = <i32>load<u16>(from + 2 * (length - 1));
  return (length * 37 + first * 61 + middle * 131 + last * 17) & mask;
}
