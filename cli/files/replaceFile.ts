import { access, constants, type FileHandle, open, realpath, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncNames } from '../../send/journal/files';
import { onExit } from '../onExit';
import { temporaryBeside } from '../temporaryName';

/** Tells whether a file has changed. */
export interface Stamp {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ino: number;
}

/** Why no file can be made in the folder of the one that is to be replaced. */
export class NoFileBeside extends Error {
  override readonly cause: unknown;

  constructor(cause: unknown) {
    super('No file can be made in this folder.');
    this.cause = cause;
  }
}

/** The stamp of a file, or of a link's target. */
export async function stampOf(path: string): Promise<Stamp> {
  const { size, mtimeMs, ino } = await stat(path);
  return { size, mtimeMs, ino };
}

/**
 * Replaces a file atomically: writes a temporary file, then renames it. Keeps the mode, and the owner if allowed.
 * Follows links. Returns false if the file has changed since `before`. Throws `NoFileBeside` and errors of the system.
 */
export async function replaceFile(path: string, content: Iterable<string>, before: Stamp): Promise<boolean> {
  const target = await realpath(path);
  // A rename succeeds even on a read-only file.
  await access(target, constants.W_OK);
  const written = temporaryBeside(target);
  const { mode, uid, gid } = await stat(target);
  const forget = onExit(written);
  try {
    const file = await open(written, 'wx', mode).catch((error: unknown) => {
      throw new NoFileBeside(error);
    });
    try {
      await writeAll(file, content);
      // The mode given when opening is reduced by the umask. Shares of Windows have one mode, and refuse others.
      if ((await file.stat()).mode !== mode) await file.chmod(mode);
      await keepOwner(file, uid, gid);
      await file.sync();
    } finally {
      await file.close();
    }
    if (!isSame(before, await stampOf(target))) {
      await unlink(written);
      return false;
    }
    await rename(written, target);
  } catch (error) {
    await unlink(written).catch(() => undefined);
    throw error;
  } finally {
    forget();
  }
  await syncNames(dirname(target));
  return true;
}

/** Bytes gathered before they are written. */
const blockSize = 1_048_576;

async function writeAll(file: FileHandle, content: Iterable<string>): Promise<void> {
  let pieces = '';
  for (const piece of content) {
    pieces += piece;
    if (pieces.length < blockSize) continue;
    await file.writeFile(pieces);
    pieces = '';
  }
  await file.writeFile(pieces);
}

/** Restores the owner if the process is allowed to. */
async function keepOwner(file: FileHandle, uid: number, gid: number): Promise<void> {
  const { uid: ownUid, gid: ownGid } = await file.stat();
  if (uid === ownUid && gid === ownGid) return;
  await file.chown(uid, gid).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM' && error.code !== 'ENOSYS') throw error;
  });
}

function isSame(a: Stamp, b: Stamp): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ino === b.ino;
}
