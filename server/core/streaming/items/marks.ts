import { firstIndex } from '../../firstIndex';
import { carriageReturn, lineFeed } from '../../text/characters';
import type { Chunk } from '../../text/chunks';

/** A place of a text in UTF-8. */
export interface Mark {
  /** Code units and bytes before it. */
  readonly units: number;
  readonly bytes: number;
  /** Its line, counted from zero, and the code units before that line. */
  readonly line: number;
  readonly lineFrom: number;
}

/** Numbers per mark. */
const stride = 4;

/** Marks in order, as plain data. */
export type Marks = Float64Array;

/** Notes places while a text is decoded, so that any other place can be found by reading a little. */
export class MarkList {
  private all: number[] = [];
  private units = 0;
  private line = 0;
  private lineFrom = 0;
  private isAfterReturn = false;

  /** The text so far has that many bytes. Not every place is noted. */
  mark(bytes: number): void {
    // Between `\r` and `\n` the line is not known yet.
    if (this.isAfterReturn) return;
    this.all.push(this.units, bytes, this.line, this.lineFrom);
  }

  add({ units, lineStarts }: Chunk): void {
    // `\r\n` is one line end.
    const isDivided = this.isAfterReturn && units[0] === lineFeed;
    this.line += lineStarts.length - (isDivided ? 1 : 0);
    const last = lineStarts.at(-1);
    if (last !== undefined) this.lineFrom = this.units + last;
    this.units += units.length;
    this.isAfterReturn = units[units.length - 1] === carriageReturn;
  }

  /** The marks since the last call. */
  take(): Marks {
    const marks = Float64Array.from(this.all);
    this.all = [];
    return marks;
  }
}

/** The last mark that is not behind an offset in code units, or in bytes. */
export function markBefore(marks: Marks, offset: number, of: 'units' | 'bytes' = 'units'): Mark {
  const column = of === 'units' ? 0 : 1;
  const next = firstIndex(marks.length / stride, (i) => marks[i * stride + column]! > offset);
  const at = Math.max(0, next - 1) * stride;
  return { units: marks[at]!, bytes: marks[at + 1]!, line: marks[at + 2]!, lineFrom: marks[at + 3]! };
}

/** Marks of a part of a text as marks of all of it. The part begins with a line. */
export function movedMarks(
  marks: Marks,
  { units, bytes, line }: Pick<Mark, 'units' | 'bytes' | 'line'>,
): Marks {
  return marks.map((number, i) => number + [units, bytes, line, units][i % stride]!);
}
