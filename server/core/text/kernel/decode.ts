import {
  backslash,
  carriageReturn,
  firstHigh,
  firstLow,
  firstNonAscii,
  letterU,
  lineFeed,
  quote,
  space,
} from '../characters';
import {
  DecodeEnd,
  DecodeResult,
  decodeResultSize,
  FirstByte,
  firstPair,
  LaterByte,
  maxDecodedBytes,
} from '../layout';
import { hexOf, unitOfEscape } from './escapes';

/** Bytes are read 16 at a time, so buffers have that much room at the end. */
const margin = 16;

/** Input: bytes of a JSON string. */
export const bytes: usize = memory.data(maxDecodedBytes + margin, 16);
/** Output: code units, at most one per byte. */
export const decoded: usize = memory.data(2 * (maxDecodedBytes + margin), 16);
/** Output: offsets in `decoded` after each line end. */
export const lineStarts: usize = memory.data(4 * maxDecodedBytes, 16);
export const results: usize = memory.data(4 * decodeResultSize, 16);

/**
 * Decodes the content of a JSON string (RFC 8259 §7) in UTF-8 (RFC 3629), up to `length` bytes. Ends before an
 * incomplete escape or character, at the closing quote, or at invalid bytes, and returns which `DecodeEnd` it was; the
 * counts are in `results`.
 */
export function decode(length: i32): i32 {
  const end = bytes + length;
  let at = bytes;
  let to = decoded;
  let count = 0;
  let result: i32 = DecodeEnd.bytes;
  while (at < end) {
    const run = widen(at, end, to);
    at += run;
    to += 2 * run;
    if (at >= end) break;
    const c = <i32>load<u8>(at);
    if (c === backslash) {
      const letter: u32 = at + 1 < end ? load<u8>(at, 1) : 0;
      const isLong = letter === letterU;
      if (at + (isLong ? 6 : 2) > end) break;
      const unit = isLong ? hexAt(at + 2) : unitOfEscape(letter);
      if (unit < 0) {
        result = DecodeEnd.invalid;
        break;
      }
      store<u16>(to, unit);
      to += 2;
      at += isLong ? 6 : 2;
      if (unit === lineFeed || unit === carriageReturn) {
        // `\r\n` is one line end.
        if (unit === lineFeed && to - decoded > 2 && load<u16>(to - 4) === carriageReturn) count--;
        store<i32>(lineStarts + 4 * count++, <i32>(to - decoded) >> 1);
      }
    } else if (c < firstNonAscii) {
      result = c === quote ? DecodeEnd.quote : DecodeEnd.invalid;
      break;
    } else {
      const size = sizeOfCharacter(at, end);
      if (size <= 0) {
        result = size === 0 ? DecodeEnd.bytes : DecodeEnd.invalid;
        break;
      }
      to += storeCharacter(at, size, to);
      at += size;
    }
  }
  store<i32>(results, <i32>(at - bytes), 4 * DecodeResult.taken);
  store<i32>(results, <i32>(to - decoded) >> 1, 4 * DecodeResult.units);
  store<i32>(results, count, 4 * DecodeResult.lineStarts);
  return result;
}

/** Copies ASCII that means only itself in a JSON string as code units; returns their number. */
function widen(from: usize, end: usize, to: usize): usize {
  let at = from;
  while (at < end) {
    const some = v128.load(at);
    const isQuote = i8x16.eq(some, i8x16.splat(<i8>quote));
    const isBackslash = i8x16.eq(some, i8x16.splat(<i8>backslash));
    // Bytes above 127 are negative.
    const others = i8x16.bitmask(
      v128.or(v128.or(isQuote, isBackslash), i8x16.lt_s(some, i8x16.splat(<i8>space))),
    );
    const place = to + 2 * (at - from);
    v128.store(place, i16x8.extend_low_i8x16_u(some));
    v128.store(place, i16x8.extend_high_i8x16_u(some), 16);
    if (others !== 0) return min(at + ctz(others), end) - from;
    at += 16;
  }
  return end - from;
}

/** The value of four hexadecimal digits, or -1. */
function hexAt(at: usize): i32 {
  let value = 0;
  for (let i: usize = 0; i < 4; i++) {
    const digit = hexOf(load<u8>(at + i));
    if (digit < 0) return -1;
    value = (value << 4) | digit;
  }
  return value;
}

/** Bytes of a character above ASCII; 0 if it is cut off, -1 if it is not UTF-8. */
export function sizeOfCharacter(at: usize, end: usize): i32 {
  const first = <i32>load<u8>(at);
  if (first < FirstByte.ofTwo || first > FirstByte.last) return -1;
  const size = first < FirstByte.ofThree ? 2 : first < FirstByte.ofFour ? 3 : 4;
  let least: i32 = LaterByte.least;
  let most: i32 = LaterByte.most;
  if (first === FirstByte.ofThree) least = LaterByte.leastOfThree;
  else if (first === FirstByte.ofSurrogates) most = LaterByte.mostOfSurrogates;
  else if (first === FirstByte.ofFour) least = LaterByte.leastOfFour;
  else if (first === FirstByte.last) most = LaterByte.mostOfLast;
  for (let i = 1; i < size; i++) {
    if (at + i >= end) return 0;
    const next = <i32>load<u8>(at + i);
    if (next < least || next > most) return -1;
    least = LaterByte.least;
    most = LaterByte.most;
  }
  return size;
}

/** Stores a character; returns the size of its code units in bytes. */
export function storeCharacter(at: usize, size: i32, to: usize): usize {
  let point = <i32>load<u8>(at) & (0x7f >> size);
  for (let i = 1; i < size; i++) point = (point << 6) | (<i32>load<u8>(at + i) & 0x3f);
  if (point < firstPair) {
    store<u16>(to, point);
    return 2;
  }
  store<u16>(to, firstHigh | ((point - firstPair) >> 10));
  store<u16>(to, firstLow | (point & 0x3ff), 2);
  return 4;
}
