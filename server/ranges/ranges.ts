import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { isBeforeMember } from '../core/syntax/recovery/lineBreaks';
import { carriageReturn, comma, lineFeed, space } from '../core/text/characters';
import { readFlags } from '../files/readFlags';

/** A range of bytes of a file. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

const blockLength = 2 ** 18;

/**
 * The ranges of a file of JSON Lines of about `length` bytes each. Each begins with a line that begins with a bracket, after
 * one that may end a value: what the lines before it are does not depend on it. So a range may be longer, or the only one.
 */
export function rangesOf(path: string, length: number): ByteRange[] {
  return withFile(path, (fd) => {
    const { size } = fstatSync(fd);
    const ranges: ByteRange[] = [];
    let from = 0;
    while (from < size) {
      const to = from + length >= size ? size : borderFrom(fd, from + length, size);
      ranges.push({ from, to });
      from = to;
    }
    return ranges;
  });
}

/** The lines that begin in a range of a file, which may begin or end within a line. */
export function linesIn(path: string, { from, to }: ByteRange): ByteRange {
  return withFile(path, (fd) => {
    const { size } = fstatSync(fd);
    const border = (at: number): number => (at <= 0 ? 0 : at >= size ? size : borderFrom(fd, at, size));
    return { from: border(from), to: border(to) };
  });
}

/** Reads a range of a file; the bytes are valid until the next call. Stops when `onBytes` returns false. */
export function readRange(
  path: string,
  { from, to }: ByteRange,
  onBytes: (bytes: Uint8Array) => boolean,
): void {
  withFile(path, (fd) => {
    const buffer = new Uint8Array(blockLength);
    for (let at = from; at < to; ) {
      const count = readSync(fd, buffer, 0, Math.min(buffer.length, to - at), at);
      if (count === 0 || !onBytes(buffer.subarray(0, count))) return;
      at += count;
    }
  });
}

/** The first offset, from one on, at which a line begins that is surely a value of its own; the size if there is none. */
function borderFrom(fd: number, from: number, size: number): number {
  const block = new Uint8Array(blockLength);
  let before = -1;
  /** The last byte that is not white space. */
  let ink = comma;
  for (let at = Math.max(0, from - 1); at < size; ) {
    const count = readSync(fd, block, 0, block.length, at);
    if (count === 0) break;
    for (let i = 0; i < count; i++) {
      const c = block[i]!;
      const isBracket = c === 0x7b || c === 0x5b;
      const isFirst = before === lineFeed || before === carriageReturn;
      if (isBracket && isFirst && !isBeforeMember(ink)) return at + i;
      before = c;
      if (c > space) ink = c;
    }
    at += count;
  }
  return size;
}

function withFile<Result>(path: string, use: (fd: number) => Result): Result {
  const fd = openSync(path, readFlags);
  try {
    return use(fd);
  } finally {
    closeSync(fd);
  }
}
