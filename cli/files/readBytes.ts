import type { Stats } from 'node:fs';
import { constants, type FileHandle, open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Unreadable } from '../../server/files/unreadable';
import type { Input } from './inputs';
import { isGzipName } from './names';

/** O_NONBLOCK: without it, opening a pipe waits for its other end. Windows does not have the flag. */
const { O_RDONLY, O_NONBLOCK = 0 } = constants;
const openFlags = O_RDONLY | O_NONBLOCK;

/** Bytes read at once. */
const blockSize = 2 ** 20;

/** Called with the number of bytes that were read from the disk. */
type OnBytes = (bytes: number) => void;

/** The content of an input. */
export interface Content {
  readonly isCompressed: boolean;
  /** Its bytes, decompressed. A block is valid until the next one. */
  readonly blocks: AsyncGenerator<Uint8Array>;
  /** Closes it if the blocks are not read to their end. */
  close(): Promise<void>;
}

/** Opens an input. The caller must read the blocks in a loop, or close it. */
export async function openBytes(input: Input, onBytes: OnBytes): Promise<Content> {
  const raw = input.path === null ? standardInputBytes(onBytes) : fileBytes(input.path, onBytes);
  const first = await raw.next();
  const start = first.done === true ? new Uint8Array(0) : first.value;
  const isCompressed = start[0] === 0x1f && start[1] === 0x8b;
  if (!isCompressed && input.path !== null && isGzipName(input.path)) {
    await raw.return(undefined);
    throw new Unreadable('Not a gzip archive, despite its name.');
  }
  const all = continued(start, raw);
  const blocks = isCompressed ? gunzipped(all) : all;
  const close = async (): Promise<void> => {
    await blocks.return(undefined);
    // A generator that has not begun ends without closing anything.
    await raw.return(undefined);
  };
  return { isCompressed, blocks, close };
}

async function* continued(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (first.length > 0) yield first;
    yield* rest;
  } finally {
    // Close the file, even if it was read only in part.
    await rest.return(undefined);
  }
}

async function* standardInputBytes(onBytes: OnBytes): AsyncGenerator<Uint8Array> {
  for await (const block of process.stdin as AsyncIterable<Buffer>) {
    onBytes(block.length);
    yield block;
  }
}

/** The bytes of a file. Fails if it changes while being read: a half-written file would show false problems. */
async function* fileBytes(path: string, onBytes: OnBytes): AsyncGenerator<Uint8Array> {
  const file = await open(path, openFlags);
  try {
    const before = await file.stat();
    if (!before.isFile()) throw new Unreadable('This is not a regular file.');
    let read = 0;
    for await (const block of blocksAhead(file, before.size)) {
      read += block.length;
      onBytes(block.length);
      if (read > before.size) throw changed();
      yield block;
    }
    await rejectChanged(file, before);
  } finally {
    await file.close();
  }
}

/** The blocks of a file. The next one is read while the caller works on this one. */
async function* blocksAhead(file: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  // Large buffers for thousands of small files would keep the garbage collector busy. One more byte shows growth.
  const length = Math.min(blockSize, size + 1);
  let [buffer, other] = [Buffer.allocUnsafe(length), Buffer.allocUnsafe(length)];
  let reading = file.read(buffer, 0, length);
  try {
    for (;;) {
      const { bytesRead } = await reading;
      if (bytesRead === 0) return;
      const block = buffer.subarray(0, bytesRead);
      [buffer, other] = [other, buffer];
      reading = file.read(buffer, 0, length);
      yield block;
    }
  } finally {
    // If the caller stops early, nobody needs the last block.
    await Promise.allSettled([reading]);
  }
}

/** What shows whether a file has changed. */
type State = Pick<Stats, 'size' | 'mtimeMs'>;

async function rejectChanged(file: FileHandle, before: State): Promise<void> {
  if (!isSameState(await file.stat(), before)) throw changed();
}

export function isSameState(a: State, b: State): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs;
}

export function changed(): Unreadable {
  return new Unreadable('The file changed while it was being read. Try again when nothing is writing to it.');
}

async function* gunzipped(bytes: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  // An error of either stream ends both and is thrown in the loop below.
  const output = pipeline(Readable.from(copiesOf(bytes)), createGunzip(), () => undefined);
  try {
    yield* output as AsyncIterable<Buffer>;
  } catch (error) {
    throw gzipFailure(error);
  }
}

/** Decompression reads ahead, so it needs blocks that stay as they are. */
async function* copiesOf(blocks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const block of blocks) yield Buffer.from(block);
}

function gzipFailure(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR') return new Unreadable('Truncated gzip archive.');
  if (code?.startsWith('Z_')) return new Unreadable('Damaged gzip archive.');
  return error;
}
