import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reasonOf } from '../format/errorReason';
import { boundedText } from '../format/plainText';
import type { FileSnapshot } from '../request/body';

/** Why a file cannot be sent: a sentence. */
export interface Unreadable {
  readonly problem: string;
  /** It is no longer as it was: sending it again may help. */
  readonly isChanged?: true;
  /** The user cancelled the reading. */
  readonly isCancelled?: true;
}

/** O_NONBLOCK: without it, opening a pipe waits for its other end. Windows does not have the flag. */
const { O_RDONLY, O_NONBLOCK = 0 } = constants;

/** The file at a path as it is now. `uri` is how the history names it. */
export async function snapshotOf(
  path: string,
  uri = pathToFileURL(path).href,
): Promise<FileSnapshot | Unreadable> {
  try {
    const about = await stat(path, { bigint: true });
    if (!about.isFile()) return { problem: `${nameOf(path)} is not a regular file.` };
    return { uri, path, ...stateOf(about) };
  } catch (error) {
    return unreadable(path, error);
  }
}

/** Whether a file still is as it was. */
export async function isUnchanged(file: FileSnapshot): Promise<boolean> {
  const now = await snapshotOf(file.path);
  return !('problem' in now) && isSame(now, file);
}

/** Opens a file for reading if it still is as it was. */
export async function openFile(file: FileSnapshot): Promise<FileHandle | Unreadable> {
  let opened: FileHandle;
  try {
    opened = await open(file.path, O_RDONLY | O_NONBLOCK);
  } catch (error) {
    return unreadable(file.path, error);
  }
  const about = await opened.stat({ bigint: true });
  if (about.isFile() && isSame(stateOf(about), file)) return opened;
  await opened.close();
  return changed(file);
}

/** The bytes of an open file from one offset to another, in two buffers by turns. */
export async function* bytesOf(
  opened: FileHandle,
  file: FileSnapshot,
  { from, to }: { readonly from: number; readonly to: number },
): AsyncGenerator<Buffer | Unreadable> {
  let [buffer, other] = [Buffer.allocUnsafe(blockSize), Buffer.allocUnsafe(blockSize)];
  for (let at = from; at < to; ) {
    let read: number;
    try {
      ({ bytesRead: read } = await opened.read(buffer, 0, Math.min(blockSize, to - at), at));
    } catch (error) {
      yield unreadable(file.path, error);
      return;
    }
    if (read === 0) {
      yield changed(file);
      return;
    }
    at += read;
    yield buffer.subarray(0, read);
    [buffer, other] = [other, buffer];
  }
}

/** Bytes that are read at once. */
const blockSize = 1 << 18;

/** The problem of a file that is no longer as it was confirmed. */
export function changed({ path }: Pick<FileSnapshot, 'path'>): Unreadable {
  return { problem: `${nameOf(path)} has changed.`, isChanged: true };
}

/** The message if nothing has been sent for this reason. */
export function nothingSent({ problem, isChanged }: Unreadable): string {
  return `Nothing was sent: ${problem}${isChanged === true ? ' Send it again.' : ''}`;
}

function unreadable(path: string, error: unknown): Unreadable {
  const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
  const reason = isGone ? 'no longer exists.' : `cannot be read: ${boundedText(reasonOf(error), 300)}.`;
  return { problem: `${nameOf(path)} ${reason}` };
}

function nameOf(path: string): string {
  return boundedText(basename(path), 100);
}

/**
 * Times in nanoseconds, and the number of the file, which a replaced one does not share. Not its device: on Windows, Node
 * 22.12 to 22.16 and some of 24 tell another one of a path than of the file that is opened at it.
 */
function stateOf({ size, ino, mtimeNs, ctimeNs }: BigIntStats): Pick<FileSnapshot, 'size' | 'stamp'> {
  return { size: Number(size), stamp: [ino, mtimeNs, ctimeNs].join(' ') };
}

function isSame(one: Pick<FileSnapshot, 'size' | 'stamp'>, other: FileSnapshot): boolean {
  return one.size === other.size && one.stamp === other.stamp;
}
