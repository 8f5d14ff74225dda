import {
  byteOrderMark,
  carriageReturn,
  firstHigh,
  firstLow,
  firstNonAscii,
  lineFeed,
  replacement,
} from './characters';
import { type Chunk, chunkOf } from './chunks';
import { type Decoder, newDecoder } from './decoder';
import { DecodeEnd, FirstByte, firstPair, LaterByte, maxDecodedBytes } from './layout';
import type { UnitsPool } from './unitsPool';

/** A byte that is not UTF-8. */
export interface InvalidByte {
  /** Its offset in the input. */
  readonly at: number;
  readonly byte: number;
  /** The line that it is on, counted from zero. */
  readonly line: number;
}

/**
 * Decodes UTF-8 (RFC 3629) piece by piece, as editors do: a byte order mark at the start is left out, and each maximal
 * sequence of bytes that is not UTF-8 becomes U+FFFD.
 */
export class Utf8Decoder {
  /** The first byte that is not UTF-8; null if there is none so far. */
  invalid: InvalidByte | null = null;
  /** Whether the text begins with a byte order mark. */
  hasByteOrderMark = false;
  private readonly kernel: Decoder | null;
  private readonly pool: UnitsPool | undefined;
  /** The bytes of a character that is not complete yet. */
  private rest: Uint8Array = new Uint8Array(0);
  /** Number of bytes decoded. */
  private done = 0;
  /** Number of line ends before the next byte, and whether the last unit is a carriage return. */
  private lineEnds = 0;
  private isAfterReturn = false;
  private isAtStart: boolean;

  /**
   * `isAtStart` says whether the bytes are the start of a text. Without a kernel, decoding is only slower. With a pool,
   * the units of most chunks are its arrays.
   */
  constructor({
    isAtStart = true,
    kernel = newDecoder(),
    pool,
  }: { isAtStart?: boolean; kernel?: Decoder | null; pool?: UnitsPool } = {}) {
    this.isAtStart = isAtStart;
    this.kernel = kernel;
    this.pool = pool;
  }

  /** Number of bytes whose text is known. */
  get taken(): number {
    return this.done;
  }

  /** The text of the next bytes; an incomplete character at the end waits for the next call. */
  decode(bytes: Uint8Array): Chunk[] {
    const chunks: Chunk[] = [];
    const step = maxDecodedBytes - 4;
    for (let from = 0; from < bytes.length; from += step) {
      const piece = this.withRest(bytes.subarray(from, from + step));
      const complete = piece.length - lengthOfIncomplete(piece);
      // Copied: the caller may change the bytes, and Node's `Buffer.slice` copies nothing.
      this.rest = Uint8Array.from(piece.subarray(complete));
      this.add(chunks, piece.subarray(0, complete));
    }
    return chunks;
  }

  /** The text of what is left at the end of the input. */
  end(): Chunk[] {
    const chunks: Chunk[] = [];
    this.add(chunks, this.rest);
    this.rest = new Uint8Array(0);
    return chunks;
  }

  private withRest(bytes: Uint8Array): Uint8Array {
    const { rest } = this;
    if (rest.length === 0) return bytes;
    const all = new Uint8Array(rest.length + bytes.length);
    all.set(rest);
    all.set(bytes, rest.length);
    return all;
  }

  private add(chunks: Chunk[], bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    let chunk = this.chunkOf(bytes);
    if (this.isAtStart && chunk.units[0] === byteOrderMark) {
      this.hasByteOrderMark = true;
      chunk = chunkOf(chunk.units.subarray(1));
    }
    this.isAtStart = false;
    this.done += bytes.length;
    const { units, lineStarts } = chunk;
    if (units.length === 0) return;
    // `\r\n` is one line end.
    const isDivided = this.isAfterReturn && units[0] === lineFeed;
    this.lineEnds += lineStarts.length - (isDivided ? 1 : 0);
    this.isAfterReturn = units[units.length - 1] === carriageReturn;
    chunks.push(chunk);
  }

  private chunkOf(bytes: Uint8Array): Chunk {
    const decoded = this.kernel?.decodeText(bytes, this.pool) ?? null;
    if (decoded !== null && decoded.end === DecodeEnd.bytes && decoded.taken === bytes.length)
      return decoded.chunk;
    const { units, invalidAt } = unitsOfUtf8(bytes);
    if (invalidAt >= 0) this.invalid ??= this.invalidIn(bytes, invalidAt);
    return chunkOf(units);
  }

  private invalidIn(bytes: Uint8Array, index: number): InvalidByte {
    const before = chunkOf(unitsOfUtf8(bytes.subarray(0, index)).units);
    const isDivided = this.isAfterReturn && bytes[0] === lineFeed && index > 0;
    const line = this.lineEnds + before.lineStarts.length - (isDivided ? 1 : 0);
    return { at: this.done + index, byte: bytes[index]!, line };
  }
}

function unitsOfUtf8(bytes: Uint8Array): { readonly units: Uint16Array; readonly invalidAt: number } {
  const units = new Uint16Array(bytes.length);
  let count = 0;
  let invalidAt = -1;
  let at = 0;
  while (at < bytes.length) {
    const first = bytes[at]!;
    if (first < firstNonAscii) {
      units[count++] = first;
      at++;
      continue;
    }
    const size = sizeOfCharacter(bytes, at);
    if (size > 0) {
      count = store(units, count, pointAt(bytes, at, size));
      at += size;
    } else {
      if (invalidAt < 0) invalidAt = at;
      units[count++] = replacement;
      at += -size;
    }
  }
  return { units: units.subarray(0, count), invalidAt };
}

/** Number of bytes at the end that may be the start of a character. */
function lengthOfIncomplete(bytes: Uint8Array): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    const c = bytes[bytes.length - length]!;
    if (c < firstNonAscii) return 0;
    if (c <= LaterByte.most) continue;
    return length < expectedSize(c) && -sizeOfCharacter(bytes, bytes.length - length) === length ? length : 0;
  }
  return 0;
}

function expectedSize(first: number): number {
  return first < FirstByte.ofTwo || first > FirstByte.last
    ? 1
    : first < FirstByte.ofThree
      ? 2
      : first < FirstByte.ofFour
        ? 3
        : 4;
}

/** Bytes of the character at an offset; if it is not one, the negative number of bytes that belong together. */
function sizeOfCharacter(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  const size = expectedSize(first);
  if (size === 1) return -1;
  let least: number = LaterByte.least;
  let most: number = LaterByte.most;
  if (first === FirstByte.ofThree) least = LaterByte.leastOfThree;
  else if (first === FirstByte.ofSurrogates) most = LaterByte.mostOfSurrogates;
  else if (first === FirstByte.ofFour) least = LaterByte.leastOfFour;
  else if (first === FirstByte.last) most = LaterByte.mostOfLast;
  for (let i = 1; i < size; i++) {
    const next = bytes[at + i];
    if (next === undefined || next < least || next > most) return -i;
    least = LaterByte.least;
    most = LaterByte.most;
  }
  return size;
}

function pointAt(bytes: Uint8Array, at: number, size: number): number {
  let point = bytes[at]! & (0x7f >> size);
  for (let i = 1; i < size; i++) point = (point << 6) | (bytes[at + i]! & 0x3f);
  return point;
}

function store(units: Uint16Array, count: number, point: number): number {
  if (point < firstPair) {
    units[count] = point;
    return count + 1;
  }
  units[count] = firstHigh | ((point - firstPair) >> 10);
  units[count + 1] = firstLow | (point & 0x3ff);
  return count + 2;
}
