import { carriageReturn, lineFeed } from './characters';
import {
  addChunk,
  type Chunk,
  type ChunkSlice,
  chunkOf,
  chunkSize,
  chunksOfSlices,
  chunksOfString,
  stringOfUnits,
  unitsOf,
} from './chunks';
import type { Range } from './range';

/**
 * Immutable text for cheap edits: a sequence of chunks of about 32,768 UTF-16 code units.
 *
 * Changing one character of a flat string of 45 MB takes tens of milliseconds, because all of it is copied. Here an
 * edit copies the chunk that it touches and two small tables of numbers. A chunk is an array of numbers, not a string:
 * that is what a scanner reads, and it takes a third of the time. All offsets and lengths count UTF-16 code units,
 * lines and characters count from zero, and a line ends with `\n`, `\r\n` or `\r`, as in LSP.
 */
export interface Text {
  readonly length: number;
  /** Number of lines; the empty text has one. */
  readonly lineCount: number;
  /** @internal The chunks in order; none is empty, and none ends between `\r` and `\n`. */
  readonly chunks: readonly Chunk[];
  /** @internal `starts[i]` is the offset of chunk `i`, `lines[i]` the number of line ends before it. */
  readonly starts: Int32Array;
  readonly lines: Int32Array;
}

/** A replacement of `[from, to)` by `insert`, in offsets of the text that it is applied to. */
export interface Edit extends Range {
  readonly insert: string;
}

export interface Position {
  readonly line: number;
  readonly character: number;
}

/** Result for an offset outside the text. */
export const noUnit = -1;

/** The text of a string. */
export function textOf(content: string): Text {
  return assemble(chunksOfString(content));
}

/** A text of chunks, ideally of `chunkSize` or a little less. They must not be changed later. */
export function textOfChunks(chunks: readonly Chunk[]): Text {
  const whole: Chunk[] = [];
  for (const chunk of chunks) addChunk(whole, chunk);
  return assemble(whole);
}

/** The text after an edit; `from` and `to` are clamped to the text, and swapped when they are reversed. */
export function editText(text: Text, edit: Edit): Text {
  const { from, to } = clampRange(text, edit.from, edit.to);
  if (text.chunks.length === 0) return textOf(edit.insert);
  let first = chunkAt(text, from);
  let last = chunkAt(text, to);
  const [head, tail] = [text.chunks[first]!, text.chunks[last]!];
  const inserted = chunkOf(unitsOf(edit.insert));
  let middle = [
    { chunk: head, from: 0, to: from - text.starts[first]! },
    sliceOfChunk(inserted),
    { chunk: tail, from: to - text.starts[last]!, to: tail.units.length },
  ].filter((slice) => slice.from < slice.to);
  const length = middle.reduce((sum, slice) => sum + slice.to - slice.from, 0);
  // Join a neighbour if a line end would be split over two chunks, or if the rest is small.
  if (first > 0 && (unitAt(middle[0], 0) === lineFeed || length < chunkSize / 4))
    middle = [sliceOfChunk(text.chunks[--first]!), ...middle];
  if (last + 1 < text.chunks.length && unitAt(middle.at(-1), -1) === carriageReturn)
    middle = [...middle, sliceOfChunk(text.chunks[++last]!)];
  const before = text.chunks.slice(0, first);
  return assemble(before.concat(chunksOfSlices(middle), text.chunks.slice(last + 1)));
}

function sliceOfChunk(chunk: Chunk): ChunkSlice {
  return { chunk, from: 0, to: chunk.units.length };
}

/** The first code unit of a slice, or with -1 the last. */
function unitAt(slice: ChunkSlice | undefined, index: 0 | -1): number | undefined {
  return slice?.chunk.units[index === 0 ? slice.from : slice.to - 1];
}

/** The characters in `[from, to)`. */
export function sliceText(text: Text, from: number, to: number): string {
  if (from >= to) return '';
  let slice = '';
  for (let index = chunkAt(text, from); index < text.chunks.length; index++) {
    const start = text.starts[index]!;
    if (start >= to) break;
    const { units } = text.chunks[index]!;
    slice += stringOfUnits(units, Math.max(0, from - start), Math.min(units.length, to - start));
  }
  return slice;
}

/** The whole text as one string. */
export function stringOf(text: Text): string {
  return sliceText(text, 0, text.length);
}

/** Line and character of an offset; offsets outside the text are clamped. */
export function positionAt(text: Text, offset: number): Position {
  const at = Math.min(Math.max(offset, 0), text.length);
  if (text.chunks.length === 0) return { line: 0, character: 0 };
  const index = chunkAt(text, at);
  const inChunk = at - text.starts[index]!;
  const { lineStarts } = text.chunks[index]!;
  const passed = countUpTo(lineStarts, inChunk);
  const line = text.lines[index]! + passed;
  const lineFrom = passed > 0 ? text.starts[index]! + lineStarts[passed - 1]! : lineStart(text, line);
  return { line, character: at - lineFrom };
}

/** Offset of the first character of a line; a line past the last gives the end of the text. */
export function lineStart(text: Text, line: number): number {
  if (line <= 0) return 0;
  if (line >= text.lineCount) return text.length;
  // The line starts after its `line`-th line end: find the chunk that contains that line end.
  let low = 0;
  let high = text.chunks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (text.lines[middle]! < line) low = middle;
    else high = middle - 1;
  }
  return text.starts[low]! + text.chunks[low]!.lineStarts[line - text.lines[low]! - 1]!;
}

/** Offset of the end of a line, before its line end. */
export function lineEnd(text: Text, line: number): number {
  if (line + 1 >= text.lineCount) return text.length;
  let end = lineStart(text, line + 1);
  if (charAt(text, end - 1) === lineFeed) end--;
  else return end - 1;
  return end > 0 && charAt(text, end - 1) === carriageReturn ? end - 1 : end;
}

/**
 * Offset of a position. As in LSP, a character past the end of its line is the end of the line; a line past the last is
 * the end of the text, and negative numbers count as zero.
 */
export function offsetAt(text: Text, position: Position): number {
  if (position.line < 0) return 0;
  if (position.line >= text.lineCount) return text.length;
  const from = lineStart(text, position.line);
  return Math.min(from + Math.max(position.character, 0), Math.max(from, lineEnd(text, position.line)));
}

/** The code unit at an offset, or `noUnit` outside the text. */
export function charAt(text: Text, offset: number): number {
  if (offset < 0 || offset >= text.length) return noUnit;
  const index = chunkAt(text, offset);
  return text.chunks[index]!.units[offset - text.starts[index]!]!;
}

/** Index of the chunk that contains an offset; the end of the text belongs to the last chunk. */
export function chunkAt(text: Text, offset: number): number {
  let low = 0;
  let high = text.chunks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (text.starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A range within the text, in order. */
export function clampRange(text: Text, from: number, to: number): Range {
  const a = Math.min(Math.max(from, 0), text.length);
  const b = Math.min(Math.max(to, 0), text.length);
  return a <= b ? { from: a, to: b } : { from: b, to: a };
}

function assemble(chunks: readonly Chunk[]): Text {
  const starts = new Int32Array(chunks.length + 1);
  const lines = new Int32Array(chunks.length + 1);
  for (let i = 0; i < chunks.length; i++) {
    starts[i + 1] = starts[i]! + chunks[i]!.units.length;
    lines[i + 1] = lines[i]! + chunks[i]!.lineStarts.length;
  }
  return {
    length: starts[chunks.length]!,
    lineCount: lines[chunks.length]! + 1,
    chunks,
    starts,
    lines,
  };
}

function countUpTo(sorted: Int32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
