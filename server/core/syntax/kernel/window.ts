import {
  backslash,
  capitalA,
  capitalZ,
  carriageReturn,
  closeBrace,
  closeBracket,
  firstHigh,
  firstNonAscii,
  letterA,
  letterZ,
  lineFeed,
  nine,
  point,
  quote,
  replacement,
  space,
  tab,
  zero,
} from '../../text/characters';
import { windowLength } from '../layout';

/**
 * Code units of the text, two bytes each. Reads take 16 bytes at a time and may pass the end: those values are
 * meaningless but inside the memory.
 */
export const window: usize = memory.data(2 * windowLength + 32, 16);

/** The address after the last code unit. */
export let end: usize = 0;
/** The address after the last code unit that influenced the result; 0 for none. */
export let seen: usize = 0;
/** The offset of the window in the text. */
let base: i32 = 0;
/** Whether a line end is not white space. */
let isLines: bool = false;

/** Starts a window of `length` code units at `offset` of the text. */
export function enter(length: i32, offset: i32, lines: bool): void {
  end = window + 2 * length;
  base = offset;
  isLines = lines;
  seen = 0;
}

/** Records that the code units before an address influenced the result. */
export function see(to: usize): void {
  seen = max(seen, to);
}

/** Resets `seen` to an earlier value. */
export function unsee(before: usize): void {
  seen = before;
}

/** The code unit at an address. */
export function unit(at: usize): i32 {
  return load<u16>(at);
}

/** The offset in the text of an address. */
export function offsetOf(at: usize): i32 {
  return base + (<i32>(at - window) >> 1);
}

export function afterBlank(from: usize): usize {
  let at = from;
  while (at < end && (isSpace(unit(at)) || (!isLines && isLineEnd(unit(at))))) at += 2;
  return at;
}

export function afterSpace(from: usize): usize {
  let at = from;
  while (at < end && isSpace(unit(at))) at += 2;
  return at;
}

/** The end of consecutive code units that mean only themselves in a string; may be past the window's end. */
export function plainEnd(from: usize): usize {
  let at = from;
  while (at < end) {
    const some = v128.load(at);
    const isQuote = i16x8.eq(some, i16x8.splat(<i16>quote));
    const isBackslash = i16x8.eq(some, i16x8.splat(<i16>backslash));
    const isControl = i16x8.lt_u(some, i16x8.splat(<i16>space));
    const isHalf = i16x8.eq(v128.and(some, i16x8.splat(<i16>0xf800)), i16x8.splat(<i16>firstHigh));
    const isReplacement = i16x8.eq(some, i16x8.splat(<i16>replacement));
    const isOther = v128.or(v128.or(isQuote, isBackslash), v128.or(isControl, isHalf));
    const others = i16x8.bitmask(v128.or(isOther, isReplacement));
    if (others !== 0) return at + 2 * ctz(others);
    at += 16;
  }
  return at;
}

export function isSpace(c: i32): bool {
  return c === space || c === tab;
}

export function isLineEnd(c: i32): bool {
  return c === lineFeed || c === carriageReturn;
}

/** Whether a character ends any member before it. */
export function endsMember(c: i32): bool {
  return c === closeBrace || c === closeBracket || isLineEnd(c);
}

export function isDigit(c: i32): bool {
  return c >= zero && c <= nine;
}

/** As in the scanner: whether a character may begin the next word of a sentence. */
export function isLetter(c: i32): bool {
  return (c >= capitalA && c <= capitalZ) || (c >= letterA && c <= letterZ) || c >= firstNonAscii;
}

/** As in the parser: whether a character may be in a number or a literal. */
export function isWordCharacter(c: i32): bool {
  return isDigit(c) || (c >= letterA && c <= letterZ) || c === point;
}
