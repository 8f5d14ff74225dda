import { type Chunk, stringOfUnits } from '../text/chunks';
import type { Range } from '../text/range';
import { lineStart, positionAt, sliceText, type Text } from '../text/text';

/** Merge conflicts in a text; the range is the first line of the first one. */
interface Conflicts extends Range {
  readonly count: number;
}

const marks = ['<<<<<<< ', '=======', '>>>>>>> '] as const;

/** Unresolved merge conflicts; null if none is complete. */
export function conflictsIn(text: Text): Conflicts | null {
  let count = 0;
  let first = -1;
  /** Number of marks of a conflict seen so far, and its start. */
  let come = 0;
  let from = -1;
  for (const { at, mark } of marksIn(text)) {
    if (mark === 0) {
      come = 1;
      from = at;
    } else if (mark === come && come > 0) come = mark + 1;
    if (come < marks.length) continue;
    if (count++ === 0) first = from;
    come = 0;
  }
  if (count === 0) return null;
  const { line } = positionAt(text, first);
  const end = lineStart(text, line + 1);
  return { count, from: first, to: Math.min(end - 1, first + 200) };
}

/** A line that begins with one of the marks. */
interface Mark {
  readonly at: number;
  /** Its index in `marks`; -1 if the line continues in the next chunk. */
  readonly mark: number;
}

/** Cached by chunk, which is immutable; offsets are relative to the chunk. */
const known = new WeakMap<Chunk, readonly Mark[]>();

/** The lines of a text that begin with a mark, in order. */
function* marksIn(text: Text): Generator<Mark> {
  yield { at: 0, mark: markAt(text, 0) };
  for (const [i, chunk] of text.chunks.entries()) {
    let found = known.get(chunk);
    if (found === undefined) known.set(chunk, (found = marksOf(chunk)));
    for (const { at, mark } of found) {
      const offset = text.starts[i]! + at;
      yield { at: offset, mark: mark < 0 ? markAt(text, offset) : mark };
    }
  }
}

function markAt(text: Text, at: number): number {
  return marks.findIndex((one) => sliceText(text, at, at + one.length) === one);
}

/** The marks in a chunk. A line that begins close to its end may be one that continues in the next chunk. */
function marksOf({ units, lineStarts }: Chunk): Mark[] {
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
