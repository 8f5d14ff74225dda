import { constants, type FileHandle, open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Input } from './inputs';
import { isGzipName } from './names';

/** O_NONBLOCK: without it, opening a pipe waits for its other end. Windows does not have the flag. */
const { O_RDONLY, O_NONBLOCK = 0 } = constants;
const openFlags = O_RDONLY | O_NONBLOCK;

/** Bytes read at once. */
const blockSize = 262_144;

/** Thrown with a sentence that says why an input cannot be read. */
export class Unreadable extends Error {}

/** Called with the number of bytes that were read from the disk. */
type OnBytes = (bytes: number) => void;

/** The content of an input in blocks, decompressed if it is compressed. A block is valid until the next one. */
export async function* readBytes(input: Input, onBytes: OnBytes): AsyncGenerator<Uint8Array> {
  const raw = input.path === null ? standardInputBytes(onBytes) : fileBytes(input.path, onBytes);
  try {
    const first = await raw.next();
    const start = first.done === true ? new Uint8Array(0) : first.value;
    const isGzip = start[0] === 0x1f && start[1] === 0x8b;
    if (!isGzip && input.path !== null && isGzipName(input.path))
      throw new Unreadable('Not a gzip archive, despite its name.');
    const all = continued(start, raw);
    yield* isGzip ? gunzipped(all) : all;
  } finally {
    // Close the file, even if it was read only in part.
    await raw.return(undefined);
  }
}

async function* continued(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (first.length > 0) yield first;
  yield* rest;
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
    for (;;) {
      // A new buffer each time, because decompression keeps references.
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(blockSize), 0, blockSize);
      if (bytesRead === 0) break;
      read += bytesRead;
      onBytes(bytesRead);
      if (read > before.size) throw changed();
      yield buffer.subarray(0, bytesRead);
    }
    await rejectChanged(file, before);
  } finally {
    await file.close();
  }
}

async function rejectChanged(
  file: FileHandle,
  before: { readonly size: number; readonly mtimeMs: number },
): Promise<void> {
  const after = await file.stat();
  if (after.size !== before.size || after.mtimeMs !== before.mtimeMs) throw changed();
}

function changed(): Unreadable {
  return new Unreadable('The file changed while it was being read. Try again when nothing is writing to it.');
}

async function* gunzipped(bytes: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  // An error of either stream ends both and is thrown in the loop below.
  const output = pipeline(Readable.from(bytes), createGunzip(), () => undefined);
  try {
    yield* output as AsyncIterable<Buffer>;
  } catch (error) {
    throw gzipFailure(error);
  }
}

function gzipFailure(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR') return new Unreadable('Truncated gzip archive.');
  if (code?.startsWith('Z_')) return new Unreadable('Damaged gzip archive.');
  return error;
}
