import { type Chunk, stringOfUnits } from '../text/chunks';
import type { Range } from '../text/range';
import { lineStart, positionAt, sliceText, type Text } from '../text/text';

/** Lines of a text that begin like those which Git leaves around a conflict; the range is the first one's. */
interface Conflicts extends Range {
  readonly count: number;
}

const marks = ['<<<<<<< ', '=======', '>>>>>>> '] as const;

/** The conflicts of a merge that nobody has resolved; null where there is none that is whole. */
export function conflictsIn(text: Text): Conflicts | null {
  let count = 0;
  let first = -1;
  /** How many marks of a conflict have come, and where it began. */
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
  /** Its number among the marks; -1 where that is in the next chunk. */
  readonly mark: number;
}

/** Of a chunk, which never changes; offsets count from its beginning. */
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

/** A line that begins close to the end of the chunk goes on in the next: it may be one. */
function marksOf({ units, lineStarts }: Chunk): Mark[] {
  const found: Mark[] = [];
  // There may be millions of lines, so what hardly any of them begins with is looked at first.
  for (let i = 0; i < lineStarts.length; i++) {
    const at = lineStarts[i]!;
    const mark = firstUnits.indexOf(units[at]!);
    if (at + maxMarkerLength > units.length) found.push({ at, mark: -1 });
    else if (mark >= 0 && stringOfUnits(units, at, at + marks[mark]!.length) === marks[mark])
      found.push({ at, mark });
  }
  return found;
}

const maxMarkerLength = Math.max(...marks.map(({ length }) => length));
const firstUnits = marks.map((mark) => mark.charCodeAt(0));
