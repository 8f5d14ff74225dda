import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isAlive, type ProcessIdentity, processIdentity } from '../../send/journal/processes';

/**
 * Does a task unless another process is doing it, and returns its result; null if another process is. The file names
 * the process, and is removed at the end. One that a killed process left behind does not count.
 */
export async function alone<Result>(
  file: string,
  task: () => Promise<Result>,
): Promise<{ readonly result: Result } | null> {
  const isMine = (await claim(file)) || ((await takeStale(file)) && (await claim(file)));
  if (!isMine) return null;
  try {
    return { result: await task() };
  } finally {
    await rm(file, { force: true });
  }
}

/**
 * Removes what a killed process left behind; false if another process is at work. Renamed first: of several that find the
 * file, one has it. What was claimed between the look and the renaming is put back, if nobody has claimed it since.
 */
async function takeStale(file: string): Promise<boolean> {
  if (await isClaimed(file)) return false;
  const taken = `${file}.${randomUUID()}`;
  try {
    await rename(file, taken);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
  const isTooLate = await isClaimed(taken);
  if (isTooLate) await link(taken, file).catch(ifThere);
  await rm(taken, { force: true });
  return !isTooLate;
}

function ifThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** Creates the file with its content in one step; false if it exists. */
async function claim(file: string): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(draft, JSON.stringify(processIdentity(process.pid)));
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Milliseconds after which a claim no longer counts: another process may have the id by now. */
const maxClaimMs = 15 * 60_000;

/** Whether the file names a process that runs. */
async function isClaimed(file: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(file);
    if (Math.abs(Date.now() - mtimeMs) > maxClaimMs) return false;
    return isAlive(JSON.parse(await readFile(file, 'utf8')) as ProcessIdentity);
  } catch {
    // Removed meanwhile, or cut off by a crash.
    return false;
  }
}
