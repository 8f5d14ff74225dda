import { carriageReturn, firstNonAscii, lineFeed, space } from '../characters';
import { DecodeEnd, DecodeResult, FirstByte } from '../layout';
import { bytes, decoded, lineStarts, results, sizeOfCharacter, storeCharacter } from './decode';

/**
 * Decodes UTF-8 (RFC 3629), up to `length` bytes. Ends before an incomplete character or at invalid bytes, and returns
 * which `DecodeEnd` it was; the counts are in `results`.
 */
export function decodeText(length: i32): i32 {
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
    if (c < firstNonAscii) {
      store<u16>(to, c);
      to += 2;
      at++;
      if (c !== lineFeed && c !== carriageReturn) continue;
      // `\r\n` is one line end.
      if (c === lineFeed && to - decoded > 2 && load<u16>(to - 4) === carriageReturn) count--;
      store<i32>(lineStarts + 4 * count++, <i32>(to - decoded) >> 1);
      continue;
    }
    // Characters above ASCII rarely stand alone in the languages that need three bytes for them.
    while (at + 3 <= end && isOfThree(at)) {
      store<u16>(to, pointOfThree(at));
      to += 2;
      at += 3;
    }
    if (at >= end || <i32>load<u8>(at) < firstNonAscii) continue;
    const size = sizeOfCharacter(at, end);
    if (size <= 0) {
      result = size === 0 ? DecodeEnd.bytes : DecodeEnd.invalid;
      break;
    }
    to += storeCharacter(at, size, to);
    at += size;
  }
  store<i32>(results, <i32>(at - bytes), 4 * DecodeResult.taken);
  store<i32>(results, <i32>(to - decoded) >> 1, 4 * DecodeResult.units);
  store<i32>(results, count, 4 * DecodeResult.lineStarts);
  return result;
}

/** Copies printable ASCII as code units; returns their number. */
function widen(from: usize, end: usize, to: usize): usize {
  let at = from;
  while (at < end) {
    const some = v128.load(at);
    // Bytes above 127 are negative.
    const others = i8x16.bitmask(i8x16.lt_s(some, i8x16.splat(<i8>space)));
    const place = to + 2 * (at - from);
    v128.store(place, i16x8.extend_low_i8x16_u(some));
    v128.store(place, i16x8.extend_high_i8x16_u(some), 16);
    if (others !== 0) return min(at + ctz(others), end) - from;
    at += 16;
  }
  return end - from;
}

/** Whether a character of three bytes begins here, other than those whose second byte is restricted. */
function isOfThree(at: usize): bool {
  const first = <i32>load<u8>(at);
  if (first <= FirstByte.ofThree || first >= FirstByte.ofSurrogates) return false;
  return (load<u16>(at + 1) & 0xc0c0) === 0x8080;
}

function pointOfThree(at: usize): i32 {
  const first = <i32>load<u8>(at) & 0xf;
  return (first << 12) | ((<i32>load<u8>(at + 1) & 0x3f) << 6) | (<i32>load<u8>(at + 2) & 0x3f);
}
