import type { Collection, GroupSizes } from './collection';
import { agree, type Columns } from './columns';
import type { Rows } from './rows';
import { haveSameNumbers, haveSameRows } from './sameRows';

/** The version of a collection that a client has. */
export interface State {
  readonly rows: readonly Rows[];
  readonly groups: readonly GroupSizes[];
  readonly columns: Columns;
}

/** Replaces `removed` rows from `from` on by rows in pieces. */
export interface Replaced<Piece> {
  readonly from: number;
  readonly removed: number;
  readonly pieces: readonly Piece[];
}

/** The difference from a state to the next. */
export interface Difference {
  readonly state: State;
  /** Whether nothing of the previous state stays. */
  readonly isWhole: boolean;
  /** Whether the new state is the whole collection; otherwise repeat the request from the new state. */
  readonly isComplete: boolean;
  readonly groups: Replaced<GroupSizes>;
  readonly trajectories: Replaced<Rows> & {
    readonly alike: Alike;
  };
}

/**
 * How many of the removed rows, at the start and at the end, have the same text as their replacements, including those
 * that later responses bring.
 */
export interface Alike {
  readonly atStart: number;
  readonly atEnd: number;
}

/** Approximate maximum of bytes in one response; encoding adds a third. */
const maxResponseBytes = 700_000;

/** The difference from a state towards a collection, as far as it fits into one response. */
export function differenceTo(
  collection: Collection,
  before: State | null,
  room = maxResponseBytes,
): Difference {
  const { columns } = collection;
  const isWhole = before === null || !agree(before.columns, columns);
  const old: State = isWhole ? { rows: [], groups: [], columns } : before;
  const rows = withKnownEnd(old.rows, collection.rows, haveSameRows);
  const groups = withKnownEnd(old.groups, collection.groups, haveSameSizes);
  const ofRows = spliceOf(old.rows, rows, {
    room: room - roomOfGroups(room),
    countOf: ({ count }) => count,
    sizeOf: (one) => sizeOf(one, columns),
  });
  const ofGroups = spliceOf(old.groups, groups, {
    room: roomOfGroups(room),
    countOf: ({ trajectories }) => trajectories.length,
    sizeOf: ({ trajectories }) => 4 * trajectories.length,
  });
  return {
    state: { rows: ofRows.after, groups: ofGroups.after, columns },
    isWhole,
    isComplete: ofRows.isComplete && ofGroups.isComplete,
    groups: ofGroups.replaced,
    trajectories: { ...ofRows.replaced, alike: alikeIn(ofRows.out, ofRows.into) },
  };
}

/**
 * Pieces with the last one of before, if they end alike: the last line of JSON Lines is read again with every edit,
 * because it ends where the text does.
 */
function withKnownEnd<Piece>(
  before: readonly Piece[],
  after: readonly Piece[],
  isSame: (a: Piece, b: Piece) => boolean,
): readonly Piece[] {
  const [known, last] = [before.at(-1), after.at(-1)];
  if (known === undefined || last === undefined || known === last || !isSame(known, last)) return after;
  return [...after.slice(0, -1), known];
}

function haveSameSizes(a: GroupSizes, b: GroupSizes): boolean {
  return haveSameNumbers(a.trajectories, b.trajectories);
}

/** An edit in a run of small trajectories recreates all its rows; fingerprints of their texts tell which stay. */
function alikeIn(out: readonly Rows[], into: readonly Rows[]): Alike {
  if (out.length === 0) return { atStart: 0, atEnd: 0 };
  const [before, after] = [fingerprintsOf(out), fingerprintsOf(into)];
  const shorter = Math.min(before.length, after.length);
  let atStart = 0;
  while (atStart < shorter && before[atStart] === after[atStart]) atStart++;
  let atEnd = 0;
  while (atEnd < shorter - atStart && before.at(-1 - atEnd) === after.at(-1 - atEnd)) atEnd++;
  return { atStart, atEnd };
}

function fingerprintsOf(pieces: readonly Rows[]): readonly number[] {
  return pieces.flatMap(({ fingerprints }) => [...fingerprints]);
}

/** A group is much smaller than a trajectory. */
function roomOfGroups(room: number): number {
  return room / 6;
}

interface Measure<Piece> {
  readonly room: number;
  countOf(piece: Piece): number;
  sizeOf(piece: Piece): number;
}

interface Spliced<Piece> {
  /** The pieces that are removed, and all that take their place, also in later responses. */
  readonly out: readonly Piece[];
  readonly into: readonly Piece[];
  readonly replaced: Replaced<Piece>;
  readonly after: readonly Piece[];
  readonly isComplete: boolean;
}

/** The difference between the common start and the common end of two lists. */
function spliceOf<Piece>(
  before: readonly Piece[],
  after: readonly Piece[],
  { room, countOf, sizeOf: size }: Measure<Piece>,
): Spliced<Piece> {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const sum = (pieces: readonly Piece[]): number =>
    pieces.reduce((count, piece) => count + countOf(piece), 0);
  const out = before.slice(start, before.length - end);
  let to = start;
  // At least one piece, to guarantee progress.
  for (let used = 0; to < after.length - end && (to === start || used < room); to++) used += size(after[to]!);
  const isComplete = to === after.length - end;
  return {
    out,
    into: after.slice(start, after.length - end),
    replaced: { from: sum(before.slice(0, start)), removed: sum(out), pieces: after.slice(start, to) },
    after: isComplete ? after : [...after.slice(0, to), ...before.slice(before.length - end)],
    isComplete,
  };
}

/** Approximate size of rows in bytes. */
function sizeOf({ count, labels, numbers, tools }: Rows, columns: Columns): number {
  const texts = labels.reduce((sum, column) => sum + column.texts.length * bytesOfText, 0);
  const [wide, narrow] = [columns.numbers.length, columns.labels.length];
  const width = 48 + 8 * Math.min(numbers.length, wide) + 4 * Math.min(labels.length, narrow);
  return count * width + texts + 4 * tools.codes.length + bytesOfText * tools.names.length;
}

const bytesOfText = 20;
