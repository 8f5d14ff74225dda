import type { Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { FileChange } from '../viewProtocol/files';

/**
 * What shows whether a file is the same, and has the same content. Not its device: on Windows, Node 22.12 to 22.16 and
 * some of 24 tell another one of a path than of the file that is opened at it.
 */
export type Identity = Pick<Stats, 'ino' | 'size' | 'mtimeMs'>;

/** A state of a file, with some of its bytes. */
export interface KnownFile extends Identity {
  readonly head: Buffer;
  readonly tail: Buffer;
}

/** Bytes that are compared at the start and at the end. */
const sampleLength = 2 ** 16;

export async function knownFile(path: string): Promise<KnownFile> {
  const file = await open(path, 'r');
  try {
    const { ino, size, mtimeMs } = await file.stat();
    return { ino, size, mtimeMs, ...(await samplesOf(file, size)) };
  } finally {
    await file.close();
  }
}

/** What has happened to a file; null if nothing. */
export async function changeOf(path: string, known: KnownFile): Promise<FileChange | null> {
  let now: Stats;
  try {
    now = await stat(path);
  } catch {
    return 'gone';
  }
  if (isSame(now, known)) return null;
  if (now.ino !== known.ino) return 'replaced';
  if (now.size < known.size) return 'truncated';
  if (now.size === known.size) return 'replaced';
  return (await beginsWith(path, known)) ? 'appended' : 'replaced';
}

export function isSame(a: Identity, b: Identity): boolean {
  return a.ino === b.ino && a.size === b.size && a.mtimeMs === b.mtimeMs;
}

/** Whether a file that has become longer still begins with what is known of it. */
async function beginsWith(path: string, known: KnownFile): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { head, tail } = await samplesOf(file, known.size);
    return head.equals(known.head) && tail.equals(known.tail);
  } finally {
    await file.close();
  }
}

async function samplesOf(
  file: FileHandle,
  size: number,
): Promise<{ readonly head: Buffer; readonly tail: Buffer }> {
  const length = Math.min(sampleLength, size);
  const sample = async (from: number): Promise<Buffer> => {
    const buffer = Buffer.alloc(length);
    const { bytesRead } = await file.read(buffer, 0, length, from);
    return buffer.subarray(0, bytesRead);
  };
  return { head: await sample(0), tail: await sample(size - length) };
}
