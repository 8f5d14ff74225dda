import type { GroupSizes } from '../../collection/summaries/collection';
import { shownColumns, withColumns } from '../../collection/summaries/columns';
import type { ColumnNames, Rows } from '../../collection/summaries/rows';
import { firstIndex } from '../../firstIndex';
import type { Range } from '../../text/range';
import type { Work } from '../../work';
import type { Items } from './itemList';
import { type Mark, type Marks, markBefore, movedMarks } from './marks';

/** Code units, bytes and lines before a part of a text. */
export type Before = Pick<Mark, 'units' | 'bytes' | 'line'>;

/** Items of a part of a text; offsets count from the start of the text. */
interface Piece {
  readonly rows: Rows;
  readonly from: Float64Array;
  readonly length: Int32Array;
  readonly groups: Items['groups'];
  /** For each of its groups, the trajectories of the piece before it. */
  readonly starts: Int32Array;
  readonly marks: Marks;
  /** Numbers of its first trajectory and group, and how many trajectories that group has before it. */
  readonly trajectory: number;
  readonly group: number;
  readonly member: number;
}

/** Where consecutive items are in a text. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly trajectory: number;
  readonly trajectories: number;
  readonly group: number;
  readonly groups: number;
  /** The index in its group of the first trajectory if these are only some of a group; else null. */
  readonly member: number | null;
}

/** The start of a text. */
const start: Mark = { units: 0, bytes: 0, line: 0, lineFrom: 0 };

/** Code units between groups that are read as one part of the text. */
const maxGap = 1000;

/** Groups that are looked up between two yields. */
const yieldEvery = 1000;

/** A group is read as a whole up to this many code units. */
const maxGroupLength = 2_000_000;

/** The trajectories of a text: figures and places. About 50 bytes each, and the columns that the text names itself. */
export class ItemIndex {
  trajectories = 0;
  groups = 0;
  private pieces: Piece[] = [];
  private sizes: GroupSizes[] = [];
  /** Whether the last group goes on, and its number of trajectories. */
  private lastSize = 0;
  /** The first columns: those that views show. */
  private shown: ColumnNames = shownColumns([]);

  get pieceCount(): number {
    return this.pieces.length;
  }

  get rows(): readonly Rows[] {
    return this.pieces.flatMap(({ rows }) => (rows.count > 0 ? [rows] : []));
  }

  get groupSizes(): readonly GroupSizes[] {
    return this.sizes.filter(({ trajectories }) => trajectories.length > 0);
  }

  /** Adds the items of the next part of the text. Offsets in it are changed, so that it is used no more. */
  add({ rows, from, length, groups }: Items, marks: Marks, before: Before): void {
    const isContinued = groups?.isContinued === true && groups.sizes.length > 0;
    this.shown = shownColumns([{ names: this.shown }, rows]);
    const piece: Piece = {
      rows: withColumns(rows, this.shown),
      ...{ from: moved(from, before.units), length, marks: movedMarks(marks, before) },
      groups: groups && {
        ...groups,
        from: moved(groups.from, before.units),
        to: moved(groups.to, before.units),
      },
      starts: sumsBefore(groups?.sizes ?? new Int32Array(0)),
      trajectory: this.trajectories,
      group: isContinued ? this.groups - 1 : this.groups,
      member: isContinued ? this.lastSize : 0,
    };
    this.pieces.push(piece);
    this.addSizes(groups?.sizes ?? new Int32Array(rows.count).fill(1), isContinued);
    this.trajectories += rows.count;
  }

  /** Removes all but the first pieces. */
  keep(count: number): void {
    const first = this.pieces[count];
    if (first === undefined) return;
    [this.trajectories, this.groups] = [first.trajectory, first.group];
    this.pieces = this.pieces.slice(0, count);
    this.sizes = this.sizes.slice(0, count);
    this.shown = shownColumns(this.rows);
  }

  /** The last known place that is not behind an offset. */
  markBefore(units: number): Mark {
    const piece = this.pieces.findLast(({ marks }) => marks.length > 0 && marks[0]! <= units);
    return piece === undefined ? start : markBefore(piece.marks, units);
  }

  /** The same for an offset in bytes. */
  markAtByte(bytes: number): Mark {
    const piece = this.pieces.findLast(({ marks }) => marks.length > 0 && marks[1]! <= bytes);
    return piece === undefined ? start : markBefore(piece.marks, bytes, 'bytes');
  }

  /** The trajectory that contains an offset; null if none does. */
  trajectoryAt(offset: number): number | null {
    const number = this.firstFrom(offset);
    const place = this.placeOf(number);
    return place !== null && place.from <= offset ? number : null;
  }

  /** The first trajectory that ends behind an offset. */
  firstFrom(offset: number): number {
    const piece = this.pieces.findLast(({ from }) => from.length > 0 && from[0]! <= offset);
    if (piece === undefined) return 0;
    const index = lastUpTo(piece.from, offset);
    const isInside = offset < piece.from[index]! + piece.length[index]!;
    return piece.trajectory + index + (isInside ? 0 : 1);
  }

  /** Where a trajectory is; null if there is none. */
  placeOf(number: number): Range | null {
    const { piece, index } = this.pieceOf(number);
    if (piece === undefined || index < 0) return null;
    const from = piece.from[index]!;
    return { from, to: from + piece.length[index]! };
  }

  /** The groups of some trajectories, or in large groups only the trajectories; null if one does not exist. */
  spansOf(trajectories: readonly number[]): Span[] | null {
    const spans = new Map<number, Span>();
    for (const number of new Set(trajectories)) {
      const span = this.spanOf(number);
      if (span === null) return null;
      spans.set(span.from, span);
    }
    return [...spans.values()].sort((a, b) => a.from - b.from);
  }

  /** Consecutive items from a trajectory on, up to another one (exclusive), of about a length. */
  spanFrom(first: number, to: number, length: number): Span | null {
    let span = this.spanOf(first);
    while (span !== null && span.to - span.from < length) {
      const next = span.trajectory + span.trajectories;
      const more = next < to ? this.spanOf(next) : null;
      const isSame = more !== null && (more.member === null) === (span.member === null);
      if (!isSame || (more.member !== null && more.group !== span.group)) break;
      span = joined(span, more);
    }
    return span;
  }

  /** A group by its number; null if it is not known where it ends. */
  spanOfGroup(group: number): Span | null {
    const at = firstWhere(this.pieces, (piece) => piece.group + groupsIn(piece) > group);
    const first = this.pieces[at];
    if (first === undefined || first.group > group) return null;
    const index = group - first.group;
    if (first.groups === null) return this.spanOf(first.trajectory + index);
    const trajectory = first.trajectory + first.starts[index]! - (index === 0 ? first.member : 0);
    let [to, trajectories] = [0, 0];
    for (let i = at; i < this.pieces.length; i++) {
      const { group: start, groups } = this.pieces[i]!;
      // A part of the text in which no group is known has no sizes.
      if (groups === null || groups.sizes.length === 0) continue;
      if (start > group) break;
      to = groups.to[group - start]!;
      trajectories += groups.sizes[group - start]!;
    }
    if (!Number.isFinite(to)) return null;
    return {
      from: first.groups.from[index]!,
      ...{ to, trajectory, trajectories, group, groups: 1, member: null },
    };
  }

  /** The groups with some numbers, consecutive ones in one span; null if one does not exist. Yields regularly. */
  *spansOfGroups(numbers: Iterable<number>): Work<Span[] | null> {
    const spans: Span[] = [];
    const sorted = [...new Set(numbers)].sort((a, b) => a - b);
    // Most often it is the last one that is not known yet.
    if (sorted.length > 0 && this.spanOfGroup(sorted.at(-1)!) === null) return null;
    for (const [i, group] of sorted.entries()) {
      if (i % yieldEvery === 0) yield;
      const span = this.spanOfGroup(group);
      if (span === null) return null;
      const last = spans.at(-1);
      const isNext = last?.member === null && last.group + last.groups === group && span.member === null;
      if (isNext && span.from - last.to <= maxGap) spans[spans.length - 1] = joined(last, span);
      else spans.push(span);
    }
    return spans;
  }

  /** The piece with a trajectory, and the index in it; undefined if there is none. */
  private pieceOf(number: number): { readonly piece: Piece | undefined; readonly index: number } {
    const piece =
      this.pieces[firstWhere(this.pieces, ({ trajectory, rows }) => trajectory + rows.count > number)];
    return { piece, index: piece === undefined ? -1 : number - piece.trajectory };
  }

  private spanOf(number: number): Span | null {
    const { piece, index } = this.pieceOf(number);
    if (piece === undefined || index < 0) return null;
    const from = piece.from[index]!;
    const own = { from, to: from + piece.length[index]!, trajectory: number, trajectories: 1, groups: 1 };
    if (piece.groups === null) return { ...own, group: piece.group + index, member: null };
    const { group, member } = groupIn(piece, index);
    const whole = this.spanOfGroup(group);
    return whole !== null && whole.to - whole.from <= maxGroupLength ? whole : { ...own, group, member };
  }

  private addSizes(sizes: Int32Array, isContinued: boolean): void {
    const last = this.sizes.findLastIndex(({ trajectories }) => trajectories.length > 0);
    if (isContinued && last >= 0) {
      const longer = this.sizes[last]!.trajectories.slice();
      longer[longer.length - 1]! += sizes[0]!;
      this.sizes[last] = { trajectories: longer };
    }
    const own = isContinued ? sizes.subarray(1) : sizes;
    this.sizes.push({ trajectories: own });
    this.groups += own.length;
    this.lastSize =
      this.sizes.findLast(({ trajectories }) => trajectories.length > 0)?.trajectories.at(-1) ?? 0;
  }
}

function moved(offsets: Float64Array, by: number): Float64Array {
  if (by > 0) for (let i = 0; i < offsets.length; i++) offsets[i]! += by;
  return offsets;
}

function groupsIn({ groups, rows }: Piece): number {
  return groups === null ? rows.count : groups.sizes.length;
}

/** For each number, the sum of those before it. */
function sumsBefore(numbers: Int32Array): Int32Array {
  const sums = new Int32Array(numbers.length);
  for (let i = 1; i < sums.length; i++) sums[i] = sums[i - 1]! + numbers[i - 1]!;
  return sums;
}

/** The group of a trajectory of a piece, and the index in it. */
function groupIn(
  { starts, groups, group, member }: Piece,
  index: number,
): { readonly group: number; readonly member: number } {
  // Of groups that begin at the same trajectory, all but the last are empty.
  const at = firstIndex(groups!.sizes.length, (i) => starts[i]! + groups!.sizes[i]! > index);
  return { group: group + at, member: index - starts[at]! + (at === 0 ? member : 0) };
}

/** Index of the first item that fits, in an order in which all behind it do, too; their number if none does. */
function firstWhere<Item>(items: readonly Item[], fits: (item: Item) => boolean): number {
  return firstIndex(items.length, (i) => fits(items[i]!));
}

function joined(span: Span, next: Span): Span {
  const isSameGroup = next.group === span.group;
  return {
    ...span,
    to: next.to,
    trajectories: span.trajectories + next.trajectories,
    groups: isSameGroup ? span.groups : next.group + next.groups - span.group,
  };
}

/** Index of the last number that is not above another; 0 if all are. */
function lastUpTo(sorted: Float64Array, number: number): number {
  return Math.max(0, firstIndex(sorted.length, (i) => sorted[i]! > number) - 1);
}
