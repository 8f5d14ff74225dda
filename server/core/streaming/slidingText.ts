import { firstIndex } from '../firstIndex';
import { type Chunk, chunkOf } from '../text/chunks';
import type { Range } from '../text/range';
import { type Position, positionAt, sliceText, type Text, textOfChunks } from '../text/text';
import type { UnitsPool } from '../text/unitsPool';

/** The part of a long text that is in memory: text is added at its end, and cut out of it. */
export interface Window {
  readonly text: Text;
  /** Its runs of consecutive text, in order. */
  readonly segments: readonly Segment[];
}

interface Segment {
  /** Offset in the window. */
  readonly from: number;
  /** Length of the text before it that is not in the window. */
  readonly removed: number;
  /** The line in the whole text where it begins, and the offset of that line. */
  readonly line: number;
  readonly lineFrom: number;
  /** The text before it, and the text behind the segment before it, as far as an excerpt may show it. */
  readonly before: string;
  readonly behind: string;
}

export class SlidingText {
  private chunks: Chunk[] = [];
  private segments: Segment[] = [{ from: 0, removed: 0, line: 0, lineFrom: 0, before: '', behind: '' }];
  private known: Window | null = null;
  /** Number of code units in memory. */
  length = 0;
  private readonly pool: UnitsPool | undefined;

  /** `pool` is that of its chunks: arrays that are cut out are used again, so an earlier window must not be read. */
  constructor(pool?: UnitsPool) {
    this.pool = pool;
  }

  add(chunk: Chunk): void {
    this.pool?.retain(chunk.units);
    this.chunks.push(chunk);
    this.length += chunk.units.length;
    this.known = null;
  }

  get window(): Window {
    this.known ??= { text: textOfChunks(this.chunks), segments: this.segments };
    return this.known;
  }

  /** Cuts a range out of the window. */
  cut({ from, to }: Range): void {
    if (from === to) return;
    const { window } = this;
    const { line, character } = positionIn(window, to);
    const offset = offsetIn(window, to);
    const length = to - from;
    const kept = window.segments.filter((segment) => segment.from < from);
    const others = window.segments.filter((segment) => segment.from > to);
    const known = window.segments.find((segment) => segment.from === from);
    const before = textBefore(window, to, excerptBefore);
    const behind = known?.behind ?? textBehind(window, from, excerptBehind + 1);
    this.segments = [
      ...kept,
      { from, removed: offset - from, line, lineFrom: offset - character, before, behind },
      ...others.map((segment) => ({
        ...segment,
        from: segment.from - length,
        removed: segment.removed + length,
      })),
    ];
    const left = [...chunksIn(window.text, 0, from), ...chunksIn(window.text, to, window.text.length)];
    this.release(left);
    this.chunks = left;
    this.length -= length;
    this.known = null;
  }

  /** Releases the chunks that are not left. */
  private release(left: readonly Chunk[]): void {
    if (this.pool === undefined) return;
    const kept = new Set(left);
    for (const chunk of this.chunks) if (!kept.has(chunk)) this.pool.release(chunk.units);
  }
}

function chunksIn(text: Text, from: number, to: number): Chunk[] {
  const chunks: Chunk[] = [];
  for (const [i, chunk] of text.chunks.entries()) {
    const start = text.starts[i]!;
    const end = start + chunk.units.length;
    if (end <= from || start >= to) continue;
    if (start >= from && end <= to) chunks.push(chunk);
    // Part of a chunk is copied: it would keep the whole chunk in memory.
    else chunks.push(chunkOf(chunk.units.slice(Math.max(0, from - start), Math.min(end, to) - start)));
  }
  return chunks;
}

/** The offset in the whole text of an offset of a window. */
export function offsetIn(window: Window, offset: number): number {
  return offset + segmentAt(window, offset).removed;
}

/**
 * The range in the whole text of a range of a window: its end is that of its last code unit. An empty one is right behind
 * the text before it, of which it may say that something is missing.
 */
export function rangeIn(window: Window, range: Range): Range {
  return {
    from: range.from + firstSegment(window, range).removed,
    to: range.to + lastSegment(window, range).removed,
  };
}

function firstSegment(window: Window, { from, to }: Range): Segment {
  return segmentAt(window, from < to ? from : from - 1);
}

function lastSegment(window: Window, { to }: Range): Segment {
  return segmentAt(window, to - 1);
}

/** The position in the whole text of an offset of a window. */
export function positionIn(window: Window, offset: number): Position {
  return positionFrom(window, offset, segmentAt(window, offset));
}

/** The positions in the whole text of a range of a window. */
export function positionsIn(
  window: Window,
  range: Range,
): { readonly start: Position; readonly end: Position } {
  return {
    start: positionFrom(window, range.from, firstSegment(window, range)),
    end: positionFrom(window, range.to, lastSegment(window, range)),
  };
}

function positionFrom({ text }: Window, offset: number, segment: Segment): Position {
  const at = positionAt(text, offset);
  const passed = at.line - positionAt(text, segment.from).line;
  if (passed > 0) return { line: segment.line + passed, character: at.character };
  const known = Math.min(offset, text.length);
  return { line: segment.line, character: known + segment.removed - segment.lineFrom };
}

function segmentAt({ segments }: Window, offset: number): Segment {
  return segments[Math.max(0, firstIndex(segments.length, (i) => segments[i]!.from > offset) - 1)]!;
}

/** The text before an offset of a window, as long as it is, up to a length. */
function textBefore(
  window: Window,
  offset: number,
  length: number,
  segment = segmentAt(window, offset),
): string {
  const from = Math.max(segment.from, offset - length);
  const text = sliceText(window.text, from, offset);
  return segment.before.slice(Math.max(0, segment.before.length - length + text.length)) + text;
}

/** The same for the text behind it. */
function textBehind(
  window: Window,
  offset: number,
  length: number,
  segment = segmentAt(window, offset),
): string {
  const next = window.segments[window.segments.indexOf(segment) + 1];
  const to = Math.min(next?.from ?? window.text.length, offset + length);
  const text = sliceText(window.text, offset, to);
  return next === undefined ? text : text + next.behind.slice(0, length - text.length);
}

/** Part of a line around a position. It does not depend on the window. */
export interface Excerpt {
  readonly text: string;
  /** Where it begins in its line, in code units. */
  readonly character: number;
  /** Whether the line continues after it. */
  readonly isCutAfter: boolean;
}

/** A position as it is shown. */
export interface ExcerptAt {
  readonly start: Position;
  readonly excerpt: Excerpt;
}

export function placeIn(window: Window, offset: number): ExcerptAt {
  const range = { from: offset, to: offset + 1 };
  return { start: positionIn(window, offset), excerpt: excerptIn(window, range) };
}

/** Code units shown before and after a position: more than a terminal shows. */
export const excerptBefore = 100;
export const excerptBehind = 200;

/** The line around the start of a range of a window. */
export function excerptIn(window: Window, range: Range): Excerpt {
  const { from } = range;
  const segment = firstSegment(window, range);
  const { character } = positionFrom(window, from, segment);
  const before = textBefore(window, from, Math.min(character, excerptBefore), segment);
  const [behind = ''] = textBehind(window, from, excerptBehind + 1, segment).split(/[\r\n]/, 1);
  return {
    text: before + behind.slice(0, excerptBehind),
    character: character - before.length,
    isCutAfter: behind.length > excerptBehind,
  };
}
