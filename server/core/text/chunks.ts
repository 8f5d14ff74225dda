import { carriageReturn, firstHigh, firstLow, lastHigh, lastLow, lineFeed } from './characters';
import { maxDecodedBytes } from './layout';

/** A piece of a text that is neither empty nor huge, and does not end inside a line end or a surrogate pair. */
export interface Chunk {
  readonly units: Uint16Array;
  /** Offsets within the chunk that follow a line end. */
  readonly lineStarts: Int32Array;
}

/** Approximate code units per chunk: the number of bytes that a chunk is decoded from. */
export const chunkSize = maxDecodedBytes;
const maxChunkLength = chunkSize + chunkSize / 4;

/** Chunks of a string. */
export function chunksOfString(content: string): Chunk[] {
  const chunks: Chunk[] = [];
  for (let from = 0; from < content.length; ) {
    const before = content.charCodeAt(from + chunkSize - 1);
    const to = nextBorder(from, content.length, isPair(before, content.charCodeAt(from + chunkSize)));
    const part = content.slice(from, to);
    chunks.push({ units: unitsOf(part), lineStarts: lineStartsOf(part) });
    from = to;
  }
  return chunks;
}

/** Chunks of code units; a single chunk is the array itself, several are copies. */
function chunksOf(units: Uint16Array): Chunk[] {
  if (units.length <= maxChunkLength) return units.length === 0 ? [] : [chunkOf(units)];
  const chunks: Chunk[] = [];
  for (let from = 0; from < units.length; ) {
    const border = from + chunkSize;
    const to = nextBorder(from, units.length, isPair(units[border - 1], units[border]));
    // Copied, so that a chunk in use does not keep the unused ones alive.
    chunks.push(chunkOf(units.slice(from, to)));
    from = to;
  }
  return chunks;
}

/** The code units `[from, to)` of a chunk; at least one. */
export interface ChunkSlice {
  readonly chunk: Chunk;
  readonly from: number;
  readonly to: number;
}

/** Chunks of consecutive slices. If they become one chunk, its line ends are not searched again. */
export function chunksOfSlices(slices: readonly ChunkSlice[]): Chunk[] {
  const units = joined(slices.map(({ chunk, from, to }) => chunk.units.subarray(from, to)));
  if (units.length === 0 || units.length > maxChunkLength) return chunksOf(units);
  const lineStarts: number[] = [];
  let at = 0;
  for (const { chunk, from, to } of slices) {
    for (const start of chunk.lineStarts) if (start > from && start < to) lineStarts.push(at + start - from);
    at += to - from;
    // Whether a line ends with a slice depends on the next one.
    if (endsLineAt(units, at - 1)) lineStarts.push(at);
  }
  return [{ units, lineStarts: new Int32Array(lineStarts) }];
}

/** The code units in `[from, to)` as a string. */
export function stringOfUnits(units: Uint16Array, from: number, to: number): string {
  let text = '';
  if (to - from < 16) {
    for (let i = from; i < to; i++) text += String.fromCharCode(units[i]!);
    return text;
  }
  for (let i = from; i < to; i += 4096) {
    const some = units.subarray(i, Math.min(to, i + 4096));
    text += String.fromCharCode.apply(null, some as unknown as number[]);
  }
  return text;
}

/** The offsets after each line end, faster than by testing each code unit. */
export function lineStartsOf(content: string): Int32Array {
  const starts: number[] = [];
  if (content.includes('\r')) {
    for (const match of content.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length);
  } else {
    for (let at = content.indexOf('\n'); at >= 0; at = content.indexOf('\n', at + 1)) starts.push(at + 1);
  }
  return new Int32Array(starts);
}

/** Whether two code units belong together: a line end, or a surrogate pair. */
export function isPair(before: number | undefined, after: number | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  const isLineEnd = before === carriageReturn && after === lineFeed;
  return isLineEnd || (before >= firstHigh && before <= lastHigh && after >= firstLow && after <= lastLow);
}

/** Adds a chunk to those of a text, of which none may end inside of a pair. */
export function addChunk(chunks: Chunk[], chunk: Chunk): void {
  const before = chunks[chunks.length - 1];
  if (before !== undefined && isPair(before.units[before.units.length - 1], chunk.units[0]))
    chunks.splice(-1, 1, ...withWholePair(before, chunk));
  else if (chunk.units.length > 0) chunks.push(chunk);
}

/**
 * Two chunks of which the first ends inside of a pair: the rest of the pair moves into it. Nothing else is read again,
 * because each chunk of a text may end like this.
 */
function withWholePair(before: Chunk, after: Chunk): Chunk[] {
  const isLineEnd = after.units[0] === lineFeed;
  const lineStarts = before.lineStarts.slice();
  if (isLineEnd) lineStarts[lineStarts.length - 1] = before.units.length + 1;
  const whole = { units: joined([before.units, after.units.subarray(0, 1)]), lineStarts };
  if (after.units.length === 1) return [whole];
  const others = after.lineStarts.subarray(isLineEnd ? 1 : 0);
  return [whole, { units: after.units.slice(1), lineStarts: others.map((start) => start - 1) }];
}

/** Concatenates arrays of code units. */
export function joined(pieces: readonly Uint16Array[]): Uint16Array {
  const whole = new Uint16Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** The code units of a string. */
export function unitsOf(content: string): Uint16Array {
  const units = new Uint16Array(content.length);
  for (let i = 0; i < units.length; i++) units[i] = content.charCodeAt(i);
  return units;
}

/** The end of a chunk that begins at `from`; a pair stays together. */
function nextBorder(from: number, length: number, isDivided: boolean): number {
  const border = from + chunkSize;
  if (length - border < chunkSize / 4) return length;
  return isDivided ? border + 1 : border;
}

/** A chunk of code units. */
export function chunkOf(units: Uint16Array): Chunk {
  const starts: number[] = [];
  for (let i = 0; i < units.length; i++)
    if (units[i]! <= carriageReturn && endsLineAt(units, i)) starts.push(i + 1);
  return { units, lineStarts: new Int32Array(starts) };
}

/** Whether a code unit ends a line; in `\r\n` only `\n` does. */
function endsLineAt(units: Uint16Array, at: number): boolean {
  const unit = units[at];
  return unit === lineFeed || (unit === carriageReturn && units[at + 1] !== lineFeed);
}
