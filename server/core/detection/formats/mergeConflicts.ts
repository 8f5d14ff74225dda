import { type Chunk, stringOfUnits } from '../../text/chunks';
import type { Range } from '../../text/range';
import { lineEnd, positionAt, sliceText, type Text } from '../../text/text';
import type { Work } from '../../work';
import type { Conflicts } from '../detectionInput';

const marks = ['<<<<<<< ', '=======', '>>>>>>> '] as const;

/** Unresolved merge conflicts; null if none is complete. Yields regularly. */
export function* conflictsIn(text: Text): Work<Conflicts | null> {
  const search = new ConflictSearch();
  const add = (at: number, mark: number): void => search.add(mark, at, () => endOfMarked(text, at));
  add(0, markAt(text, 0));
  for (const [i, chunk] of text.chunks.entries()) {
    if (!known.has(chunk)) yield;
    for (const { at, mark } of marksOf(chunk)) {
      const offset = text.starts[i]! + at;
      add(offset, mark < 0 ? markAt(text, offset) : mark);
    }
  }
  return search.found;
}

/** Counts conflicts from the marks of a text in order. */
export class ConflictSearch {
  count = 0;
  first: Range | null = null;
  /** Number of marks of a conflict seen so far, and its first line. */
  come = 0;
  begun: Range | null = null;

  /** Begins after some marks of a conflict, whose first line is elsewhere. */
  constructor(come = 0, begun: Range | null = null) {
    this.come = come;
    this.begun = begun;
  }

  /** The conflicts so far; null if none is complete. */
  get found(): Conflicts | null {
    return this.first === null ? null : { ...this.first, count: this.count };
  }

  /** Adds a line that begins with the mark of an index, or with none if it is negative. */
  add(mark: number, from: number, to: () => number): void {
    if (mark === 0) {
      this.come = 1;
      if (this.first === null) this.begun = { from, to: to() };
    } else if (mark === this.come && this.come > 0) this.come = mark + 1;
    if (this.come < marks.length) return;
    this.count++;
    this.first ??= this.begun;
    this.come = 0;
  }
}

/**
 * Adds the lines that begin in a range of a text, of a window at the offset `base`. `onFirst` is told where a conflict
 * begins that may be the first.
 */
export function searchConflicts(
  search: ConflictSearch,
  text: Text,
  range: Range & { readonly base: number; readonly onFirst: (at: number) => void },
): void {
  const { from, to, base, onFirst } = range;
  const add = (at: number, known: number): void => {
    if (at < from || at >= to) return;
    const mark = known < 0 ? markAt(text, at) : known;
    if (mark < 0) return;
    search.add(mark, base + at, () => {
      onFirst(at);
      return base + endOfMarked(text, at);
    });
  };
  if (from === 0 && base === 0) add(0, -1);
  for (const [i, chunk] of text.chunks.entries())
    for (const { at, mark } of marksOf(chunk)) add(text.starts[i]! + at, mark);
}

const maxShownLength = 200;

/** The end of a marked line, as far as it is shown. */
function endOfMarked(text: Text, at: number): number {
  return Math.min(lineEnd(text, positionAt(text, at).line), at + maxShownLength);
}

/** A line that begins with one of the marks. */
interface Mark {
  readonly at: number;
  /** Its index in `marks`; -1 if the line continues in the next chunk. */
  readonly mark: number;
}

/** Cached by chunk, which is immutable; offsets are relative to the chunk. */
const known = new WeakMap<Chunk, readonly Mark[]>();

/** The index of the mark at the start of a line; -1 if there is none. */
function markAt(text: Text, at: number): number {
  return marks.findIndex((one) => sliceText(text, at, at + one.length) === one);
}

/** The marks in a chunk. A line that begins close to its end may be one that continues in the next chunk. */
function marksOf(chunk: Chunk): readonly Mark[] {
  let marks = known.get(chunk);
  if (marks === undefined) known.set(chunk, (marks = findMarks(chunk)));
  return marks;
}

function findMarks({ units, lineStarts }: Chunk): Mark[] {
  const found: Mark[] = [];
  // There may be millions of lines, so check the first code unit before the rest.
  for (let i = 0; i < lineStarts.length; i++) {
    const at = lineStarts[i]!;
    const first = units[at]!;
    if (at + maxMarkerLength > units.length) found.push({ at, mark: -1 });
    else if (first >= lowestUnit && first <= highestUnit) {
      const mark = firstUnits.indexOf(first);
      if (mark >= 0 && stringOfUnits(units, at, at + marks[mark]!.length) === marks[mark])
        found.push({ at, mark });
    }
  }
  return found;
}

const maxMarkerLength = Math.max(...marks.map(({ length }) => length));
const firstUnits = marks.map((mark) => mark.charCodeAt(0));
const lowestUnit = Math.min(...firstUnits);
const highestUnit = Math.max(...firstUnits);
