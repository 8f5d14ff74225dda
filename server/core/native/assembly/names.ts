import { letters, names, slots } from './memory';

const mask: i32 = 4095;
let count: i32 = 0;
let used: i32 = 0;

/** Forgets all names. */
export function clearNames(): void {
  memory.fill(slots, 0, 2 * (mask + 1));
  count = 0;
  used = 0;
}

/** Where the host writes the letters of the next name. */
export function nextName(): usize {
  return letters + 2 * used;
}

/** Takes a name that stands at `nextName` and has so many code units; names are numbered from one. */
export function addName(length: i32): void {
  const from = nextName();
  let slot = slotOf(from, length);
  while (load<u16>(slots + 2 * slot) !== 0) slot = (slot + 1) & mask;
  store<u32>(names + 8 * count, from);
  store<i32>(names + 8 * count, length, 4);
  store<u16>(slots + 2 * slot, ++count);
  used += length;
}

/** What a tree keeps of the name that stands somewhere: see `Vocabulary.infoOf`. */
export function infoOfName(from: usize, length: i32): i32 {
  if (length === 0) return numberOfName(from, 0);
  const first = <i32>load<u16>(from);
  const middle = <i32>load<u16>(from + 2 * (length >> 1));
  const last = <i32>load<u16>(from + 2 * (length - 1));
  const telling = length * 13 + first * 31 + middle * 7 + last;
  return numberOfName(from, length) | ((telling & 0xff) << 8);
}

/** The number of a name; 0 for one that is not known. */
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
  return load<i32>(name, 4) === length && memory.compare(load<u32>(name), from, 2 * length) === 0;
}

function slotOf(from: usize, length: i32): i32 {
  if (length === 0) return 0;
  const first = <i32>load<u16>(from);
  const middle = <i32>load<u16>(from + 2 * (length >> 1));
  const last = <i32>load<u16>(from + 2 * (length - 1));
  return (length * 37 + first * 61 + middle * 131 + last * 17) & mask;
}
