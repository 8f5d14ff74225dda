import { type Chunk, chunkOf, chunkSize } from '../text/chunks';
import {
  charAt,
  lineStart,
  type Position,
  positionAt,
  sliceText,
  type Text,
  textOfChunks,
} from '../text/text';

/** A window of a long text. */
export interface Window {
  readonly text: Text;
  /** Offset of the window in the whole text. */
  readonly base: number;
  /** Line of its first code unit, counted from zero, and the offset of that line in the whole text. */
  readonly line: number;
  readonly lineFrom: number;
}

/** The part of a long text that is in memory: text is added at its end and dropped at its start. */
export class SlidingText {
  private chunks: Chunk[] = [];
  private base = 0;
  private line = 0;
  private lineFrom = 0;
  private known: Window | null = null;
  /** Number of code units in memory. */
  length = 0;

  add(units: Uint16Array): void {
    for (let from = 0; from < units.length; from += chunkSize) {
      const some = units.subarray(from, from + chunkSize);
      this.chunks.push(chunkOf(some));
      this.length += some.length;
    }
    this.known = null;
  }

  get window(): Window {
    const { base, line, lineFrom } = this;
    this.known ??= { text: textOfChunks(this.chunks), base, line, lineFrom };
    return this.known;
  }

  /** Drops the text before an offset of the window. */
  drop(offset: number): void {
    const { text, line, lineFrom } = this.window;
    const passed = positionAt(text, offset).line;
    const start = passed > 0 ? this.base + lineStart(text, passed) : lineFrom;
    const kept: Chunk[] = [];
    for (const [i, chunk] of text.chunks.entries()) {
      const from = offset - text.starts[i]!;
      if (from <= 0) kept.push(chunk);
      else if (from < chunk.units.length) kept.push(chunkOf(chunk.units.subarray(from)));
    }
    this.chunks = kept;
    this.length -= offset;
    this.base += offset;
    this.line = line + passed;
    this.lineFrom = start;
    this.known = null;
  }
}

/** The position in the whole text of an offset of a window. */
export function positionIn({ text, base, line, lineFrom }: Window, offset: number): Position {
  const at = positionAt(text, offset);
  return {
    line: line + at.line,
    character: at.line === 0 ? base + Math.min(offset, text.length) - lineFrom : at.character,
  };
}

/** Part of a line. */
export interface Excerpt {
  readonly text: string;
  /** Where it begins in its line, in code units. */
  readonly character: number;
}

/** A place as it is shown. */
export interface Place {
  readonly start: Position;
  readonly excerpt: Excerpt;
}

export function placeIn(window: Window, offset: number): Place {
  return { start: positionIn(window, offset), excerpt: excerptIn(window, offset) };
}

/** Code units shown before and after a place. */
const before = 60;
const behind = 120;

/** The line around an offset of a window. */
export function excerptIn(window: Window, offset: number): Excerpt {
  const { text } = window;
  let from = offset;
  while (from > 0 && offset - from < before && !isLineEnd(charAt(text, from - 1))) from--;
  let to = offset;
  while (to < text.length && to - offset < behind && !isLineEnd(charAt(text, to))) to++;
  return { text: sliceText(text, from, to), character: positionIn(window, from).character };
}

function isLineEnd(c: number): boolean {
  return c === 10 || c === 13;
}
