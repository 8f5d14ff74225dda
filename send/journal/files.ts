import { constants, type FileHandle, open, readdir } from 'node:fs/promises';

/** Windows has no such flag. Opening a pipe without it waits for somebody at its other end. */
const { O_RDONLY, O_RDWR, O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK = 0 } = constants;

const openFlags = {
  append: O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK,
  change: O_RDWR | O_NONBLOCK,
  read: O_RDONLY | O_NONBLOCK,
};

/** Opens a file of the journal for a while. What is no regular file may hang, or have no end: it is an error. */
export async function withFile<T>(
  path: string,
  purpose: keyof typeof openFlags,
  use: (file: FileHandle, size: number) => Promise<T>,
): Promise<T> {
  // A new file is for its user only.
  const file = await open(path, openFlags[purpose], 0o600);
  try {
    const about = await file.stat();
    if (!about.isFile()) throw new Error('It is not a regular file.');
    return await use(file, about.size);
  } finally {
    await file.close();
  }
}

/** Flushes which names a folder holds. Windows has no such call and does not need it. */
export async function syncNames(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const names = await open(folder, 'r');
  try {
    await names.sync();
  } finally {
    await names.close();
  }
}

/** Names of the files of a journal, one a month, the oldest first. None where there is no folder. */
export async function monthFiles(folder: string): Promise<readonly string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => /^\d{4}-\d{2}\.jsonl$/.test(name)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
