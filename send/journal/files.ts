import { constants, type FileHandle, mkdir, open, readdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** O_NONBLOCK: without it, opening a pipe waits for its other end. Windows does not have the flag. */
const { O_RDONLY, O_RDWR, O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK = 0 } = constants;

const openFlags = {
  append: O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK,
  change: O_RDWR | O_NONBLOCK,
  read: O_RDONLY | O_NONBLOCK,
};

/** Opens a journal file for the duration of `use`. Rejects anything but regular files: those may hang or never end. */
export async function withFile<T>(
  path: string,
  purpose: keyof typeof openFlags,
  use: (file: FileHandle, size: number) => Promise<T>,
): Promise<T> {
  // New files are readable by their owner only.
  const file = await open(path, openFlags[purpose], 0o600);
  try {
    const about = await file.stat();
    if (!about.isFile()) throw new Error('It is not a regular file.');
    return await use(file, about.size);
  } finally {
    await file.close();
  }
}

/**
 * Creates a folder and those above it, one by one: Node's `recursive` never returns where none can be created. Another
 * process may create them at the same moment.
 */
export async function makeFolder(path: string): Promise<void> {
  if (await isThere(path)) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  try {
    await mkdir(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    // If it is there and cannot be seen, creating it tells why.
    () => false,
  );
}

/**
 * Flushes a folder's entries to disk, where that is possible. Windows has no such call and does not need it; neither have
 * some shared folders, and a folder that must not be listed cannot be opened for it.
 */
export async function syncNames(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    const names = await open(folder, 'r');
    try {
      await names.sync();
    } finally {
      await names.close();
    }
  } catch (error) {
    if (!unsupported.has((error as NodeJS.ErrnoException).code)) throw error;
  }
}

const unsupported: ReadonlySet<string | undefined> = new Set([
  'EACCES',
  'EINVAL',
  'EISDIR',
  'ENOSYS',
  'ENOTSUP',
  'EPERM',
]);

/** Names of the journal's monthly files, oldest first. Empty if the folder does not exist. */
export async function monthFiles(folder: string): Promise<readonly string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => /^\d{4}-\d{2}\.jsonl$/.test(name)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
