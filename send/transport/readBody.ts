import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import {
  type Body,
  type FilePiece,
  type FileSnapshot,
  isFilePiece,
  type JoinedLines,
  type TextPiece,
} from '../request/body';
import { encode } from './encode';
import { bytesOf, changed, openFile, type Unreadable } from './files';
import { LineJoiner, Packer } from './joinLines';

/** Size and hash of a body on the wire. */
export interface BodyDigest {
  readonly bytes: number;
  readonly sha256: string;
}

/** The bytes of a body. The last item is a problem if they cannot be read. A chunk is valid until the next but one. */
export type Chunks = AsyncIterable<Uint8Array | Unreadable>;

/** A body whose files are open. */
export interface OpenBody {
  readonly chunks: Chunks;
  close(): Promise<void>;
}

/** Opens the files of a body, if they are as they were when the request was put together. */
export async function openBody(body: Body): Promise<OpenBody | Unreadable> {
  const files = new Map<FileSnapshot, FileHandle>();
  const close = async (): Promise<void> => {
    for (const file of files.values()) await file.close();
  };
  for (const piece of body) {
    if (!isFilePiece(piece) || files.has(piece.file)) continue;
    const opened = await openFile(piece.file);
    if ('problem' in opened) {
      await close();
      return opened;
    }
    files.set(piece.file, opened);
  }
  return { chunks: read(body, files), close };
}

/** How to stop, and what a caller hears meanwhile. */
export interface Reading {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

/**
 * Counts and hashes a body, or says why it cannot be read. Yields between chunks, because all extensions share the
 * extension host.
 */
export async function digestBody(body: Body, reading: Reading = {}): Promise<BodyDigest | Unreadable> {
  const opened = await openBody(body);
  if ('problem' in opened) return opened;
  try {
    const digest = await digestOf(opened.chunks, reading);
    const file = 'problem' in digest ? null : await firstChanged(body);
    return file === null ? digest : changed(file);
  } finally {
    await opened.close();
  }
}

async function digestOf(chunks: Chunks, { signal, onProgress }: Reading): Promise<BodyDigest | Unreadable> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunks) {
    if (!(chunk instanceof Uint8Array)) return chunk;
    hash.update(chunk);
    bytes += chunk.length;
    onProgress?.(bytes);
    await setImmediate();
    if (signal?.aborted) return { problem: 'Cancelled.', isCancelled: true };
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function firstChanged(body: Body): Promise<FileSnapshot | null> {
  for (const file of new Set(body.filter(isFilePiece).map(({ file }) => file))) {
    const now = await openFile(file);
    if ('problem' in now) return file;
    await now.close();
  }
  return null;
}

/**
 * The bytes of a body, as long as they may still be those of its digest. The last chunk comes only if all of them are:
 * no reader ever has a whole body that differs from the one that was confirmed.
 */
export async function* confirmedChunks(
  chunks: Chunks,
  body: Body,
  { bytes, sha256 }: BodyDigest,
): AsyncGenerator<Uint8Array | Unreadable> {
  const hash = createHash('sha256');
  let read = 0;
  let last: Uint8Array | null = null;
  for await (const chunk of chunks) {
    if (!(chunk instanceof Uint8Array)) {
      yield chunk;
      return;
    }
    hash.update(chunk);
    read += chunk.length;
    if (read > bytes) break;
    if (last !== null) yield last;
    last = chunk;
  }
  if (read !== bytes || hash.digest('hex') !== sha256) yield changedBody(body);
  else if (last !== null) yield last;
}

/** Only a file can change: documents are kept as they were. */
function changedBody(body: Body): Unreadable {
  const piece = body.find(isFilePiece);
  return piece === undefined ? { problem: 'The request has changed.' } : changed(piece.file);
}

async function* read(
  body: Body,
  files: ReadonlyMap<FileSnapshot, FileHandle>,
): AsyncGenerator<Uint8Array | Unreadable> {
  let texts: TextPiece[] = [];
  for (const piece of body) {
    if (!isFilePiece(piece)) {
      texts.push(piece);
      continue;
    }
    yield* encode(texts);
    texts = [];
    const blocks = bytesOf(files.get(piece.file)!, piece.file, piece);
    yield* piece.lines === null ? blocks : joined(blocks, piece, piece.lines);
  }
  yield* encode(texts);
}

/** The values of lines, joined. Their number tells whether the lines are still those that were counted. */
async function* joined(
  blocks: AsyncIterable<Buffer | Unreadable>,
  { file }: FilePiece,
  { separator, count }: JoinedLines,
): AsyncGenerator<Uint8Array | Unreadable> {
  const joiner = new LineJoiner(separator);
  const packer = new Packer();
  for await (const block of blocks) {
    if (!(block instanceof Uint8Array)) {
      yield block;
      return;
    }
    for (const part of joiner.add(block)) for (const chunk of packer.add(part)) yield chunk;
  }
  yield* packer.end();
  if (joiner.count !== count) yield changed(file);
}
