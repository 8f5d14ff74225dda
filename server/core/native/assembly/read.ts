import { deepest, frames, results, window } from './memory';
import { infoOfName } from './names';
import { arrayKind, keyKind, nameShift, objectKind, rowAt } from './tree';
import { endsString, info, readLiteral, readNumber, readString } from './values';
import {
  afterBlank,
  closeBrace,
  closeBracket,
  colon,
  comma,
  end,
  enter,
  isDigit,
  isLineEnd,
  isSpace,
  isWordCharacter,
  minus,
  offsetOf,
  openBrace,
  openBracket,
  plainEnd,
  quote,
  see,
  seen,
  slash,
  unit,
  unsee,
} from './window';

// Reads members of objects and arrays for as long as they are plain RFC 8259 and nothing else could be meant:
// nearly all of nearly every document. At anything else, also where the window ends, it stops before the
// member, and the parser goes on from there. What it leaves behind is what the parser would have left.

/** As in the builder: members wait until they are this long, then they become a part. */
const partSize: i32 = 8192;

/** The states of the innermost container, as the parser calls them. */
const firstState: i32 = 0;
const memberState: i32 = 1;
const afterState: i32 = 4;
let state: i32 = 0;

/** A container that is open. */
@unmanaged
class Frame {
  kind: i32 = 0;
  row: i32 = 0;
  members: i32 = 0;
  /** End of the last member, and how many containers were open inside at once. */
  lastTo: i32 = 0;
  high: i32 = 0;
}

/** How many containers are open in the one in which it began, whose frame is the first. */
let depth: i32 = 0;
let rowCount: i32 = 0;
/** Where rows are counted from, where members of the first container wait from, and where no member begins. */
let firstRow: i32 = 0;
let waitingFrom: i32 = 0;
let stopAt: i32 = 0;

/**
 * Reads on in a container of a kind, from an index of the window, right behind its opening bracket (`isFirst`)
 * or before a member. The window has so many code units and stands at `offset` of the text; at the offset
 * `stop` or behind it no member begins. Members of the container wait from the offset `waiting` on to become a
 * part, and the next row has the number `row`. Its results: the offset at which it stopped, the state there,
 * one past the last offset that had an influence, the number of rows, and how many containers are open.
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
): void {
  enter(length, offset, lines);
  stopAt = stop;
  waitingFrom = waiting;
  firstRow = row;
  rowCount = 0;
  depth = 0;
  begin(kind, -1, 0);
  state = isFirst ? firstState : memberState;
  let at: usize = window + 2 * index;
  while (state !== afterState) {
    const seenBefore = seen;
    const rowsBefore = rowCount;
    const behind = readMember(at);
    if (behind === 0) {
      unsee(seenBefore);
      rowCount = rowsBefore;
      break;
    }
    at = state === afterState ? readEnds(behind) : behind;
  }
  store<i32>(results, offsetOf(at));
  store<i32>(results, state, 4);
  store<i32>(results, seen === 0 ? 0 : offsetOf(seen), 8);
  store<i32>(results, rowCount, 12);
  store<i32>(results, depth, 16);
}

/**
 * Reads a member, of a container only the opening bracket, or closes a container that is empty. As all that
 * follows, it gives the address behind what it read, or 0 where the parser has to look.
 */
function readMember(from: usize): usize {
  const at = afterBlank(from);
  if (at >= end || offsetOf(from) >= stopAt) return 0;
  if (state === firstState) {
    if (unit(at) === closer()) return depth === 0 ? 0 : close(at);
  } else {
    see(at + 2);
    const offset = offsetOf(at);
    const waiting = depth === 0 ? waitingFrom : rowAt(frameAt(depth).row).from + 1;
    if (offset >= stopAt || offset - waiting >= partSize) return 0;
  }
  if (frameAt(depth).kind === arrayKind) return readValue(at);
  const behind = readKey(at);
  if (behind === 0) return 0;
  const value = afterBlank(behind);
  return value < end ? readValue(value) : 0;
}

/** Reads a name and its colon. */
function readKey(at: usize): usize {
  const to = plainEnd(at + 2);
  if (unit(at) !== quote || to >= end || unit(to) !== quote || !endsString(to + 2)) return 0;
  const behind = afterBlank(to + 2);
  if (behind >= end || unit(behind) !== colon) return 0;
  const name = infoOfName(at + 2, <i32>(to - at - 2) >> 1);
  addRow(keyKind | (name << nameShift), at, to + 2);
  see(behind + 2);
  return behind + 2;
}

function readValue(at: usize): usize {
  const c = unit(at);
  if (c === openBrace || c === openBracket) return open(c === openBrace ? objectKind : arrayKind, at);
  const isNumber = c === minus || isDigit(c);
  const to = c === quote ? readString(at) : isNumber ? readNumber(at) : readLiteral(at);
  if (to === 0 || (c === quote && mayBeName(to))) return 0;
  addRow(info, at, to);
  endMember(rowCount - 1, to);
  return to;
}

/** Whether a string in an array may be a name: a colon stands behind it, or behind a comment there may be one. */
function mayBeName(to: usize): bool {
  if (frameAt(depth).kind !== arrayKind) return false;
  const behind = afterBlank(to);
  if (behind >= end || unit(behind) === colon || unit(behind) === slash) return true;
  see(behind + 2);
  return false;
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
  begin(kind, rowCount - 1, offsetOf(at + 2));
  state = firstState;
  return at + 2;
}

/** Closes the innermost container, which is not the first, unless its bracket may be one too many. */
function close(at: usize): usize {
  // In `0]5` the bracket stands inside of a number.
  const splitsWord = isWordCharacter(unit(at - 2)) && isWordCharacter(unit(at + 2));
  if (state === afterState && splitsWord) return 0;
  const next = afterBlank(at + 2);
  if (next >= end) return 0;
  const isInObject = frameAt(depth - 1).kind === objectKind;
  if (unit(next) === comma) {
    let behind = next + 2;
    while (behind < end && (isSpace(unit(behind)) || isLineEnd(unit(behind)))) behind += 2;
    if (behind >= end || (isInObject && unit(behind) !== quote)) return 0;
    see(behind + 2);
  } else if (unit(next) !== (isInObject ? closeBrace : closeBracket)) return 0;
  see(next + 2);
  const closed = frameAt(depth);
  const row = rowAt(closed.row);
  row.to = offsetOf(at + 2);
  row.next = firstRow + rowCount;
  depth--;
  frameAt(depth).high = max(frameAt(depth).high, closed.high);
  endMember(closed.row, at + 2);
  return at + 2;
}

/** The bracket that closes the innermost container. */
function closer(): i32 {
  return frameAt(depth).kind === objectKind ? closeBrace : closeBracket;
}

function begin(kind: i32, row: i32, lastTo: i32): void {
  const frame = frameAt(depth);
  frame.kind = kind;
  frame.row = row;
  frame.members = 0;
  frame.lastTo = lastTo;
  frame.high = depth;
}

/** Ends a member of the innermost container, whose value has a row. */
function endMember(valueRow: i32, to: usize): void {
  const frame = frameAt(depth);
  if (frame.kind === objectKind) rowAt(valueRow - 1).next = firstRow + rowCount;
  frame.members++;
  frame.lastTo = offsetOf(to);
  state = afterState;
}

function addRow(kindAndFlags: i32, from: usize, to: usize): void {
  const row = rowAt(rowCount++);
  row.info = kindAndFlags;
  row.from = offsetOf(from);
  row.to = offsetOf(to);
  row.next = firstRow + rowCount;
}

function frameAt(level: i32): Frame {
  return changetype<Frame>(frames + offsetof<Frame>() * level);
}
