import { mkdir, open, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Flushes a file's bytes and length to the disk. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Flushes which names a folder holds, without which a new file can be gone after a power cut. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder for this and keeps its directory entries in the file system's own journal.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Makes a folder and its missing parents, and flushes that they exist. */
export async function ensureFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; ; made = dirname(made)) {
    await syncFolder(dirname(made));
    if (made === first || made === dirname(made)) return;
  }
}

/** Removes a file; one that is not there is removed already. */
export async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Whether a system error says that a file or folder does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'ENOENT';
}
