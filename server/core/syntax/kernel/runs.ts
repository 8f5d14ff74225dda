import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  firstNonAscii,
  lineFeed,
  minus,
  openBrace,
  openBracket,
  quote,
  slash,
  space,
} from '../../text/characters';
import {
  Column,
  FrameField,
  frameSize,
  maxBracketsBeforeEscape,
  maxOpenContainers,
  nameShift,
  RunResult,
  runResultSize,
} from '../layout';
import { State } from '../state';
import { Kind } from '../tree/nodeKind';
import { infoOfName } from './names';
import { column, setColumn } from './rows';
import { endsString, info, readLiteral, readNumber, readString } from './values';
import {
  afterBlank,
  end,
  enter,
  isDigit,
  isLineEnd,
  isSpace,
  isWordCharacter,
  offsetOf,
  plainEnd,
  see,
  seen,
  unit,
  unsee,
  window,
} from './window';

// Reads members of objects and arrays as long as they are plain, unambiguous RFC 8259: nearly all of nearly every
// document. At anything else, including the window's end, it stops before the member and the parser continues. The rows
// and frames are the same as the parser's.

/** The open containers: `frameSize` numbers each, see `FrameField`. */
export const frames: usize = memory.data(4 * frameSize * maxOpenContainers, 16);
/** The results of a call: the numbers named in `RunResult`. */
export const results: usize = memory.data(4 * runResultSize, 16);

let state: i32 = 0;
/** Number of containers opened inside the first one. */
let depth: i32 = 0;
let rowCount: i32 = 0;
/** Index of the first row, start of the first container's waiting members, and stop offset. */
let firstRow: i32 = 0;
let waitingFrom: i32 = 0;
let stopAt: i32 = 0;
/** Waiting members of this length become a part. */
let partSize: i32 = 0;

/**
 * Reads members of a container of a kind from an index of the window, right after its opening bracket (`isFirst`) or
 * before a member. The window contains `length` code units from `offset` of the text on; no member begins at or after
 * the offset `stop`. The container's waiting members begin at the offset `waiting`, and the next row has the number `row`.
 * `size` is that of a part. The outcome is in `results`, `frames` and the rows.
 */
export function readMembers(
  index: i32,
  length: i32,
  offset: i32,
  stop: i32,
  kind: i32,
  waiting: i32,
  isFirst: bool,
  row: i32,
  lines: bool,
  size: i32,
): void {
  partSize = size;
  enter(length, offset, lines);
  stopAt = stop;
  waitingFrom = waiting;
  firstRow = row;
  rowCount = 0;
  depth = 0;
  begin(kind, -1, 0);
  state = isFirst ? State.first : State.member;
  let at: usize = window + 2 * index;
  while (state !== State.after) {
    const seenBefore = seen;
    const rowsBefore = rowCount;
    const behind = readMember(at);
    if (behind === 0) {
      unsee(seenBefore);
      rowCount = rowsBefore;
      break;
    }
    at = state === State.after ? readEnds(behind) : behind;
  }
  store<i32>(results, offsetOf(at), 4 * RunResult.to);
  store<i32>(results, state, 4 * RunResult.state);
  store<i32>(results, seen === 0 ? 0 : offsetOf(seen), 4 * RunResult.seen);
  store<i32>(results, rowCount, 4 * RunResult.rows);
  store<i32>(results, depth, 4 * RunResult.depth);
}

/**
 * Reads a member (of a container only its opening bracket) or closes an empty container. Like all functions below,
 * returns the address after what it read, or 0 if the parser has to decide.
 */
function readMember(from: usize): usize {
  const at = afterBlank(from);
  if (at >= end || offsetOf(from) >= stopAt) return 0;
  if (state === State.first) {
    if (unit(at) === closer()) return depth === 0 ? 0 : close(at);
  } else {
    see(at + 2);
    const offset = offsetOf(at);
    const waiting = depth === 0 ? waitingFrom : column(field(depth, FrameField.row), Column.from) + 1;
    if (offset >= stopAt || offset - waiting >= partSize) return 0;
  }
  const kind = field(depth, FrameField.kind);
  if (kind === Kind.array) return readValue(at);
  // The parser reads the first line, and lines that do not begin like an object.
  if (kind === Kind.lines) return state === State.first || unit(at) !== openBrace ? 0 : open(Kind.object, at);
  const behind = readKey(at);
  if (behind === 0) return 0;
  const value = afterBlank(behind);
  return value < end ? readValue(value) : 0;
}

/** Reads a name and its colon. */
function readKey(at: usize): usize {
  if (unit(at) !== quote) return 0;
  const to = plainEnd(at + 2);
  if (to >= end || unit(to) !== quote || !endsString(to + 2)) return 0;
  const behind = afterBlank(to + 2);
  if (behind >= end || unit(behind) !== colon) return 0;
  const name = infoOfName(at + 2, <i32>(to - at - 2) >> 1);
  addRow(Kind.key | (name << nameShift), at, to + 2);
  see(behind + 2);
  return behind + 2;
}

function readValue(at: usize): usize {
  const c = unit(at);
  if (c === openBrace || c === openBracket) return open(c === openBrace ? Kind.object : Kind.array, at);
  const isNumber = c === minus || isDigit(c);
  const to = c === quote ? readString(at) : isNumber ? readNumber(at) : readLiteral(at);
  if (to === 0 || (c === quote && mayBeName(to))) return 0;
  addRow(info, at, to);
  endMember(rowCount - 1, to);
  return to;
}

/** Whether a string in an array may be a name: a colon follows, or a comment or an invisible character that may hide one. */
function mayBeName(to: usize): bool {
  if (field(depth, FrameField.kind) !== Kind.array) return false;
  const behind = afterBlank(to);
  if (behind >= end || unit(behind) === colon || unit(behind) === slash) return true;
  if (unit(behind) < space || unit(behind) >= firstNonAscii) return true;
  see(behind + 2);
  return false;
}

/** Reads the brackets that close containers after a value, and the comma or line end after them. */
function readEnds(from: usize): usize {
  let at = from;
  let next = afterBlank(at);
  while (next < end && depth > 0 && unit(next) === closer()) {
    const behind = close(next);
    if (behind === 0) return at;
    at = behind;
    next = afterBlank(at);
  }
  if (next >= end) return at;
  const isInLines = depth === 0 && field(0, FrameField.kind) === Kind.lines;
  const behind = isInLines ? afterLineEnd(next) : unit(next) === comma ? next + 2 : 0;
  if (behind === 0) return at;
  see(behind);
  state = State.member;
  return behind;
}

/** The address after a line end; 0 if it may be only the first half of one. */
function afterLineEnd(at: usize): usize {
  if (unit(at) === lineFeed) return at + 2;
  if (at + 2 >= end) return 0;
  return unit(at + 2) === lineFeed ? at + 4 : at + 2;
}

function open(kind: i32, at: usize): usize {
  if (depth + 1 === maxOpenContainers || mayBeEscapedJson(at) || isDoubled(at)) return 0;
  addRow(kind, at, at + 2);
  depth++;
  begin(kind, rowCount - 1, offsetOf(at + 2));
  state = State.first;
  return at + 2;
}

/** As in the scanner: whether a backslash follows closely after a bracket, or might past the window's end. */
function mayBeEscapedJson(bracket: usize): bool {
  let at = bracket + 2;
  while (at < end && at < bracket + 2 * maxBracketsBeforeEscape && isBeforeEscape(unit(at))) at += 2;
  see(at + 2);
  return at >= end || unit(at) === backslash;
}

/** Whether a brace follows a brace, as in a placeholder of a template. */
function isDoubled(bracket: usize): bool {
  return unit(bracket) === openBrace && unit(bracket + 2) === openBrace;
}

function isBeforeEscape(c: i32): bool {
  return c === openBrace || c === openBracket || c === space;
}

/** Closes the innermost container, which is not the first, unless its bracket may be stray. */
function close(at: usize): usize {
  // In `0]5` the bracket is inside a number.
  const splitsWord = isWordCharacter(unit(at - 2)) && isWordCharacter(unit(at + 2));
  if (state === State.after && splitsWord) return 0;
  const next = afterBlank(at + 2);
  if (next >= end) return 0;
  const around = field(depth - 1, FrameField.kind);
  const isInObject = around === Kind.object;
  if (around === Kind.lines) {
    if (!isLineEnd(unit(next))) return 0;
  } else if (unit(next) === comma) {
    let behind = next + 2;
    while (behind < end && (isSpace(unit(behind)) || isLineEnd(unit(behind)))) behind += 2;
    if (behind >= end || (isInObject && unit(behind) !== quote)) return 0;
    see(behind + 2);
  } else if (unit(next) !== (isInObject ? closeBrace : closeBracket)) return 0;
  see(next + 2);
  const row = field(depth, FrameField.row);
  setColumn(row, Column.to, offsetOf(at + 2));
  setColumn(row, Column.next, firstRow + rowCount);
  const high = field(depth, FrameField.high);
  depth--;
  setField(FrameField.high, max(field(depth, FrameField.high), high));
  endMember(row, at + 2);
  return at + 2;
}

/** The bracket that closes the innermost container. */
function closer(): i32 {
  return field(depth, FrameField.kind) === Kind.object ? closeBrace : closeBracket;
}

function begin(kind: i32, row: i32, lastTo: i32): void {
  setField(FrameField.kind, kind);
  setField(FrameField.row, row);
  setField(FrameField.members, 0);
  setField(FrameField.lastTo, lastTo);
  setField(FrameField.high, depth);
}

/** Ends a member of the innermost container; `valueRow` is the row of its value. */
function endMember(valueRow: i32, to: usize): void {
  if (field(depth, FrameField.kind) === Kind.object)
    setColumn(valueRow - 1, Column.next, firstRow + rowCount);
  setField(FrameField.members, field(depth, FrameField.members) + 1);
  setField(FrameField.lastTo, offsetOf(to));
  state = State.after;
}

function addRow(kindAndFlags: i32, from: usize, to: usize): void {
  const row = rowCount++;
  setColumn(row, Column.info, kindAndFlags);
  setColumn(row, Column.from, offsetOf(from));
  setColumn(row, Column.to, offsetOf(to));
  setColumn(row, Column.next, firstRow + rowCount);
}

/** Reads a field of the container at a level. */
function field(level: i32, name: i32): i32 {
  return load<i32>(frames + 4 * (frameSize * level + name));
}

/** Sets a field of the innermost container. */
function setField(name: i32, value: i32): void {
  store<i32>(frames + 4 * (frameSize * depth + name), value);
}
