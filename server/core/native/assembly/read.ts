import { hexOf, unitOfEscape } from './decode';
import { deepest, frames, results, rows, window } from './memory';
import { infoOfName } from './names';

// Reads members of objects and arrays for as long as they are plain RFC 8259 and nothing else could be meant:
// nearly all of nearly every document. At anything else, also where the window ends, it stops before the
// member, and the parser goes on from there. What it leaves behind is what the parser would have left.

// The numbers of `Kind`, `Flag` and `State`.
const objectKind: i32 = 2;
const arrayKind: i32 = 3;
const stringKind: i32 = 4;
const numberKind: i32 = 5;
const trueKind: i32 = 6;
const falseKind: i32 = 7;
const nullKind: i32 = 8;
const keyKind: i32 = 9;
const flagShift: i32 = 4;
const nameShift: i32 = 16;
const escapesFlag: i32 = 2 << flagShift;
const extremeFlag: i32 = 4 << flagShift;
const firstState: i32 = 0;
const memberState: i32 = 1;
const afterState: i32 = 4;

const tab: i32 = 9;
const lineFeed: i32 = 10;
const carriageReturn: i32 = 13;
const space: i32 = 32;
const quote: i32 = 34;
const comma: i32 = 44;
const minus: i32 = 45;
const point: i32 = 46;
const slash: i32 = 47;
const colon: i32 = 58;
const openBracket: i32 = 91;
const backslash: i32 = 92;
const closeBracket: i32 = 93;
const openBrace: i32 = 123;
const closeBrace: i32 = 125;

/** As in the builder: members wait until they are this long, then they become a part. */
const partSize: i32 = 8192;
/** As in the scanner: a longer number may not survive. */
const safeLength: usize = 2 * 15;

/** Columns of a row, and its size. */
const rowFrom: usize = 4;
const rowTo: usize = 8;
const rowNext: usize = 12;
const rowSize: usize = 16;
/** What a frame holds: the kind of the container, its row, its members, the end of the last, how deep it was. */
const frameRow: usize = 4;
const frameMembers: usize = 8;
const frameLastTo: usize = 12;
const frameHigh: usize = 16;
const frameSize: usize = 20;

/** The state of the innermost container, as the parser calls it. */
let state: i32 = 0;
/** Rows that were read, and how many containers are open in the one in which it began, whose frame is the first. */
let rowCount: i32 = 0;
let depth: i32 = 0;
/** One past the last code unit that had an influence. */
let seen: usize = 0;
/** What `readMembers` was called with. */
let base: i32 = 0;
let stopAt: i32 = 0;
let rowBase: i32 = 0;
let waitingFrom: i32 = 0;
let isLines: bool = false;
let end: usize = 0;

/**
 * Reads on in a container of a kind, from an index of the window, right behind its opening bracket (`isFirst`)
 * or before a member. The window has so many code units and stands at `offset` of the text; at the offset `stop`
 * or behind it no member begins. `waiting` is the
 * offset from which on members of the container wait to become a part, `nextRow` the number of the next row.
 * Its results: the index at which it stopped, the state there, one past the last index that had an influence,
 * the number of rows, and how many containers are open.
 */
export function readMembers(
  index: i32,
  length: i32,
  offset: i32,
  stop: i32,
  kind: i32,
  waiting: i32,
  isFirst: bool,
  nextRow: i32,
  lines: bool,
): void {
  base = offset;
  stopAt = stop;
  rowBase = nextRow;
  waitingFrom = waiting;
  isLines = lines;
  end = window + 2 * length;
  seen = 0;
  rowCount = 0;
  depth = 0;
  beginFrame(kind, -1);
  state = isFirst ? firstState : memberState;
  let at: usize = window + 2 * index;
  while (state !== afterState) {
    const seenBefore = seen;
    const rowsBefore = rowCount;
    const behind = readMember(at);
    if (behind === 0) {
      seen = seenBefore;
      rowCount = rowsBefore;
      break;
    }
    at = state === afterState ? readEnds(behind) : behind;
  }
  store<i32>(results, indexOf(at));
  store<i32>(results, state, 4);
  store<i32>(results, seen === 0 ? 0 : indexOf(seen), 8);
  store<i32>(results, rowCount, 12);
  store<i32>(results, depth, 16);
}

/**
 * Reads a member, of a container only the opening bracket, or closes a container that is empty. As all that
 * follows, it gives the address behind what it read, or 0 where the parser has to look.
 */
function readMember(from: usize): usize {
  const at = afterBlank(from);
  if (at >= end || base + indexOf(from) >= stopAt) return 0;
  if (state === firstState) {
    if (unit(at) === closer()) return depth === 0 ? 0 : close(at);
  } else {
    see(at + 2);
    if (base + indexOf(at) >= stopAt) return 0;
    const waiting = depth === 0 ? waitingFrom : load<i32>(row(depth), rowFrom) + 1;
    if (base + indexOf(at) - waiting >= partSize) return 0;
  }
  if (load<i32>(frame(depth)) === arrayKind) return readValue(at, false);
  const behind = readKey(at);
  if (behind === 0) return 0;
  const value = afterBlank(behind);
  return value < end ? readValue(value, true) : 0;
}

/** Reads a name and its colon. */
function readKey(at: usize): usize {
  if (unit(at) !== quote) return 0;
  const to = plainEnd(at + 2);
  if (to >= end || unit(to) !== quote) return 0;
  if (!endsString(to + 2)) return 0;
  const behind = afterBlank(to + 2);
  if (behind >= end || unit(behind) !== colon) return 0;
  const name = infoOfName(at + 2, <i32>(to - at - 2) >> 1);
  addRow(keyKind | (name << nameShift), at, to + 2);
  see(behind + 2);
  return behind + 2;
}

function readValue(at: usize, hasKey: bool): usize {
  const c = unit(at);
  if (c === quote) return readString(at, hasKey);
  if (c === openBrace || c === openBracket) return open(c === openBrace ? objectKind : arrayKind, at);
  if (c === minus || isDigit(c)) return readNumber(at);
  // `true`, `false` and `null`, as code units two in a number, the last first.
  if (c === 116) return readLiteral(at, 0x0065_0075, 0x0072_0074, trueKind);
  if (c === 110) return readLiteral(at, 0x006c_006c, 0x0075_006e, nullKind);
  if (c === 102 && unit(at + 8) === 101) return readLiteral(at, 0x0073_006c, 0x0061_0066, falseKind);
  return 0;
}

function readString(at: usize, hasKey: bool): usize {
  let flags = 0;
  let to = at + 2;
  for (;;) {
    to = plainEnd(to);
    if (to >= end) return 0;
    const c = unit(to);
    if (c === quote) break;
    const size = c === backslash ? sizeOfEscape(to) : sizeOfPair(to);
    if (size === 0) return 0;
    if (c === backslash) flags = escapesFlag;
    to += size;
  }
  to += 2;
  if (!endsString(to)) return 0;
  if (!hasKey) {
    // A colon would say that it is a name.
    const behind = afterBlank(to);
    if (behind >= end || unit(behind) === colon || unit(behind) === slash) return 0;
    see(behind + 2);
  }
  addRow(stringKind | flags, at, to);
  endMember(rowCount - 1, to);
  return to;
}

/** Whether what follows a quote leaves no doubt that the string ends there. */
function endsString(at: usize): bool {
  if (at >= end) return false;
  see(at + 2);
  if (endsMember(unit(at)) || unit(at) === colon) return true;
  const behind = afterSpace(at);
  if (behind >= end) return false;
  see(behind + 4);
  if (unit(behind) !== comma) return endsMember(unit(behind)) || unit(behind) === colon;
  const next = afterSpace(behind + 2);
  if (next >= end || isLetter(unit(next))) return false;
  see(next + 2);
  return true;
}

function readNumber(from: usize): usize {
  let at = unit(from) === minus ? from + 2 : from;
  const whole = afterDigits(at);
  if (whole === at || (unit(at) === 48 && whole > at + 2)) return 0;
  at = whole;
  if (unit(at) === point) {
    at = afterDigits(whole + 2);
    if (at === whole + 2) return 0;
  }
  const hasExponent = (unit(at) | 32) === 101;
  if (hasExponent) {
    const sign = unit(at + 2);
    const digits: usize = sign === minus || sign === 43 ? at + 4 : at + 2;
    at = afterDigits(digits);
    if (at === digits) return 0;
  }
  const isExtreme = hasExponent || at - from > safeLength;
  return endScalar(numberKind | (isExtreme ? extremeFlag : 0), from, at);
}

function readLiteral(at: usize, end: u32, start: u32, kind: i32): usize {
  if (load<u32>(at) !== start || load<u32>(at, 4) !== end) return 0;
  return endScalar(kind, at, kind === falseKind ? at + 10 : at + 8);
}

/** Ends a value without quotes, if what follows ends it. */
function endScalar(info: i32, from: usize, to: usize): usize {
  if (to >= end) return 0;
  const c = unit(to);
  if (c !== comma && !isSpace(c) && !endsMember(c)) return 0;
  see(to + 2);
  addRow(info, from, to);
  endMember(rowCount - 1, to);
  return to;
}

/** Passes over the brackets that close containers behind a value, and the comma behind them. */
function readEnds(from: usize): usize {
  let at = from;
  let next = afterBlank(at);
  while (next < end && depth > 0 && unit(next) === closer()) {
    const behind = close(next);
    if (behind === 0) return at;
    at = behind;
    next = afterBlank(at);
  }
  if (next >= end || unit(next) !== comma) return at;
  see(next + 2);
  state = memberState;
  return next + 2;
}

function open(kind: i32, at: usize): usize {
  if (depth + 1 === deepest) return 0;
  addRow(kind, at, at + 2);
  depth++;
  beginFrame(kind, rowCount - 1);
  state = firstState;
  return at + 2;
}

/** The bracket that closes the innermost container. */
function closer(): i32 {
  return load<i32>(frame(depth)) === objectKind ? closeBrace : closeBracket;
}

/** Closes the innermost container, which is not the first, unless its bracket may be one too many. */
function close(at: usize): usize {
  let far = max(seen, at + 2);
  if (state === afterState) {
    if (at + 2 >= end || (isWordCharacter(unit(at - 2)) && isWordCharacter(unit(at + 2)))) return 0;
  }
  const next = afterBlank(at + 2);
  if (next >= end) return 0;
  far = max(far, next + 2);
  const isInObject = load<i32>(frame(depth - 1)) === objectKind;
  const c = unit(next);
  if (c === comma) {
    let behind = next + 2;
    while (behind < end && (isSpace(unit(behind)) || isLineEnd(unit(behind)))) behind += 2;
    if (behind >= end || (isInObject && unit(behind) !== quote)) return 0;
    far = max(far, behind + 2);
  } else if (c !== (isInObject ? closeBrace : closeBracket)) return 0;
  seen = far;
  const closed = load<i32>(frame(depth), frameRow);
  store<i32>(row(depth), base + indexOf(at + 2), rowTo);
  store<i32>(row(depth), rowBase + rowCount, rowNext);
  const high = load<i32>(frame(depth), frameHigh);
  depth--;
  store<i32>(frame(depth), max(load<i32>(frame(depth), frameHigh), high), frameHigh);
  endMember(closed, at + 2);
  state = afterState;
  return at + 2;
}

/** Ends a member of the innermost container whose value stands in a row. */
function endMember(valueRow: i32, to: usize): void {
  const own = frame(depth);
  if (load<i32>(own) === objectKind) {
    store<i32>(rows + rowSize * (valueRow - 1), rowBase + rowCount, rowNext);
  }
  store<i32>(own, load<i32>(own, frameMembers) + 1, frameMembers);
  store<i32>(own, base + indexOf(to), frameLastTo);
  state = afterState;
}

function beginFrame(kind: i32, own: i32): void {
  const at = frame(depth);
  store<i32>(at, kind);
  store<i32>(at, own, frameRow);
  store<i32>(at, 0, frameMembers);
  store<i32>(at, own < 0 ? 0 : load<i32>(rows + rowSize * own, rowTo), frameLastTo);
  store<i32>(at, depth, frameHigh);
}

function addRow(info: i32, from: usize, to: usize): void {
  const at = rows + rowSize * rowCount++;
  store<i32>(at, info);
  store<i32>(at, base + indexOf(from), rowFrom);
  store<i32>(at, base + indexOf(to), rowTo);
  store<i32>(at, rowBase + rowCount, rowNext);
}

/** The address of the frame of an open container, and of its row. */
function frame(level: i32): usize {
  return frames + frameSize * level;
}

function row(level: i32): usize {
  return rows + rowSize * load<i32>(frame(level), frameRow);
}

/** The end of a run of code units that mean only themselves in a string. */
function plainEnd(from: usize): usize {
  let at = from;
  while (at < end) {
    const some = v128.load(at);
    const isQuote = i16x8.eq(some, i16x8.splat(<i16>quote));
    const isBackslash = i16x8.eq(some, i16x8.splat(<i16>backslash));
    const isControl = i16x8.lt_u(some, i16x8.splat(<i16>space));
    const isHalf = i16x8.eq(v128.and(some, i16x8.splat(<i16>0xf800)), i16x8.splat(<i16>0xd800));
    const others = i16x8.bitmask(v128.or(v128.or(isQuote, isBackslash), v128.or(isControl, isHalf)));
    if (others !== 0) return at + 2 * ctz(others);
    at += 16;
  }
  return at;
}

/** Bytes of an escape that is whole and well-formed, both halves of a pair; else 0. */
function sizeOfEscape(at: usize): usize {
  if (at + 2 >= end) return 0;
  const letter = unit(at + 2);
  if (letter !== 117) return unitOfEscape(letter) < 0 ? 0 : 4;
  const high = hexAt(at + 4);
  if (high < 0) return 0;
  if (high < 0xd800 || high > 0xdfff) return 12;
  if (high > 0xdbff || at + 16 > end || unit(at + 12) !== backslash || unit(at + 14) !== 117) return 0;
  const low = hexAt(at + 16);
  return low >= 0xdc00 && low <= 0xdfff ? 24 : 0;
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
  if (at + 2 >= end) return 0;
  const high = unit(at) & 0xfc00;
  const low = unit(at + 2) & 0xfc00;
  return high === 0xd800 && low === 0xdc00 ? 4 : 0;
}

function afterDigits(from: usize): usize {
  let at = from;
  while (isDigit(unit(at))) at += 2;
  return at;
}

function afterBlank(from: usize): usize {
  let at = from;
  while (at < end) {
    const c = unit(at);
    if (!isSpace(c) && (isLines || !isLineEnd(c))) break;
    at += 2;
  }
  return at;
}

function afterSpace(from: usize): usize {
  let at = from;
  while (at < end && isSpace(unit(at))) at += 2;
  return at;
}

function isSpace(c: i32): bool {
  return c === space || c === tab;
}

function isLineEnd(c: i32): bool {
  return c === lineFeed || c === carriageReturn;
}

function endsMember(c: i32): bool {
  return c === closeBrace || c === closeBracket || isLineEnd(c);
}

function isDigit(c: i32): bool {
  return c >= 48 && c <= 57;
}

function isLetter(c: i32): bool {
  return (c >= 65 && c <= 90) || (c >= 97 && c <= 122) || c >= 128;
}

function isWordCharacter(c: i32): bool {
  return isDigit(c) || (c >= 97 && c <= 122) || c === point;
}

function see(to: usize): void {
  seen = max(seen, to);
}

function unit(at: usize): i32 {
  return load<u16>(at);
}

function indexOf(at: usize): i32 {
  return <i32>(at - window) >> 1;
}
