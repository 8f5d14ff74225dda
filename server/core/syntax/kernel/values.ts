import {
  backslash,
  colon,
  comma,
  firstHigh,
  firstLow,
  lastHigh,
  lastLow,
  letterA,
  letterE,
  letterF,
  letterL,
  letterN,
  letterR,
  letterS,
  letterT,
  letterU,
  minus,
  plus,
  point,
  quote,
  replacement,
  smallBit,
  zero,
} from '../../text/characters';
import { hexOf, unitOfEscape } from '../../text/kernel/escapes';
import { flagShift, maxSafeNumberLength } from '../layout';
import { Flag } from '../tokens/token';
import { Kind } from '../tree/nodeKind';
import { afterSpace, end, endsMember, isDigit, isLetter, isSpace, plainEnd, see, unit } from './window';

// Scalars, read as the scanner reads them. Each function returns the address after the value; 0 if it is not plain, or
// if the text after it may change its meaning.

const escapes: i32 = Flag.escapes << flagShift;
const replaced: i32 = Flag.replaced << flagShift;
const extreme: i32 = Kind.number | (Flag.extreme << flagShift);

/** Kind and flags of the last value. */
export let info: i32 = 0;

export function readString(from: usize): usize {
  info = Kind.string;
  let at = plainEnd(from + 2);
  while (at < end && unit(at) !== quote) {
    const isEscape = unit(at) === backslash;
    const isReplacement = unit(at) === replacement;
    const size: usize = isReplacement ? 2 : isEscape ? sizeOfEscape(at) : sizeOfPair(at);
    if (size === 0) return 0;
    if (isEscape) info |= escapes;
    if (isReplacement) info |= replaced;
    at = plainEnd(at + size);
  }
  return at < end && endsString(at + 2) ? at + 2 : 0;
}

/** Whether the text after a quote leaves no doubt that the string ends there. */
export function endsString(at: usize): bool {
  if (at >= end) return false;
  see(at + 2);
  if (endsMember(unit(at)) || unit(at) === colon) return true;
  const behind = afterSpace(at);
  if (behind >= end) return false;
  see(behind + 4);
  return unit(behind) === comma ? endsWithComma(behind) : endsMember(unit(behind)) || unit(behind) === colon;
}

export function readNumber(from: usize): usize {
  let at = unit(from) === minus ? from + 2 : from;
  const whole = afterDigits(at);
  if (whole === at || (unit(at) === zero && whole > at + 2)) return 0;
  at = whole;
  if (unit(at) === point) {
    at = afterDigits(whole + 2);
    if (at === whole + 2) return 0;
  }
  const hasExponent = (unit(at) | smallBit) === letterE;
  if (hasExponent) {
    const isSigned = unit(at + 2) === minus || unit(at + 2) === plus;
    const digits: usize = isSigned ? at + 4 : at + 2;
    at = afterDigits(digits);
    if (at === digits) return 0;
  }
  info = hasExponent || <i32>(at - from) > 2 * maxSafeNumberLength ? extreme : Kind.number;
  return endsWord(at) ? at : 0;
}

/** Reads `true`, `false` or `null`. */
export function readLiteral(from: usize): usize {
  const start = load<u64>(from);
  let at = from + 8;
  if (start === codeUnits(letterT, letterR, letterU, letterE)) info = Kind.true;
  else if (start === codeUnits(letterN, letterU, letterL, letterL)) info = Kind.null;
  else if (start === codeUnits(letterF, letterA, letterL, letterS) && unit(at) === letterE) {
    info = Kind.false;
    at += 2;
  } else return 0;
  return endsWord(at) ? at : 0;
}

/** Four code units as laid out in memory. */
function codeUnits(a: u64, b: u64, c: u64, d: u64): u64 {
  return a | (b << 16) | (c << 32) | (d << 48);
}

/** Whether the text after an unquoted value ends it. */
function endsWord(at: usize): bool {
  if (at >= end) return false;
  see(at + 2);
  if (!isSpace(unit(at))) return unit(at) === comma || endsMember(unit(at));
  // An unquoted string may continue after white space.
  const behind = afterSpace(at);
  if (behind >= end) return false;
  see(behind + 2);
  return unit(behind) === comma ? endsWithComma(behind) : endsMember(unit(behind));
}

/** Whether the text after a comma is not the next word of a sentence. */
function endsWithComma(at: usize): bool {
  const next = afterSpace(at + 2);
  if (next >= end || isLetter(unit(next))) return false;
  see(next + 2);
  return true;
}

function afterDigits(from: usize): usize {
  let at = from;
  while (at < end && isDigit(unit(at))) at += 2;
  return at;
}

/** Bytes of a complete, well-formed escape (for a pair, of both halves); else 0. */
function sizeOfEscape(at: usize): usize {
  if (at + 2 >= end) return 0;
  const letter = unit(at + 2);
  if (letter !== letterU) return unitOfEscape(letter) < 0 ? 0 : 4;
  const high = hexAt(at + 4);
  if (high < firstHigh || high > lastLow) return high < 0 ? 0 : 12;
  const hasLow =
    high <= lastHigh && at + 16 <= end && unit(at + 12) === backslash && unit(at + 14) === letterU;
  const low = hasLow ? hexAt(at + 16) : -1;
  return isLow(low) ? 24 : 0;
}

function hexAt(at: usize): i32 {
  if (at + 8 > end) return -1;
  let value = 0;
  for (let i: usize = 0; i < 8; i += 2) {
    const digit = hexOf(unit(at + i));
    if (digit < 0) return -1;
    value = (value << 4) | digit;
  }
  return value;
}

/** Bytes of a surrogate pair, or 0. */
function sizeOfPair(at: usize): usize {
  const isHigh = unit(at) >= firstHigh && unit(at) <= lastHigh;
  return isHigh && at + 2 < end && isLow(unit(at + 2)) ? 4 : 0;
}

function isLow(c: i32): bool {
  return c >= firstLow && c <= lastLow;
}
