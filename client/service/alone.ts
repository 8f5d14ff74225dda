import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../../send/journal/files';
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
  if (isTooLate) await create(file, taken);
  await rm(taken, { force: true });
  return !isTooLate;
}

/** Creates the file; false if it exists. */
async function claim(file: string): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
  await makeFolder(dirname(file));
  await writeFile(draft, JSON.stringify(processIdentity(process.pid)));
  try {
    return await create(file, draft);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Creates a file with the content of another in one step, or in two where there are no hard links; false if it exists. */
async function create(file: string, draft: string): Promise<boolean> {
  try {
    await link(draft, file).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw error;
      await copyFile(draft, file, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Milliseconds after which a claim no longer counts: another process may have the id by now. */
const maxClaimMs = 15 * 60_000;
/** Milliseconds for which a file that cannot be read counts: it may be about to get its content. */
const maxCreateMs = 5000;

/** Whether the file names a process that runs. */
async function isClaimed(file: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(file);
    const age = Math.abs(Date.now() - mtimeMs);
    if (age > maxClaimMs) return false;
    const owner = ownerIn(await readFile(file, 'utf8'));
    return owner === null ? age < maxCreateMs : isAlive(owner);
  } catch {
    // Removed meanwhile.
    return false;
  }
}

/** The process that a file names; null if it is not complete. */
function ownerIn(text: string): ProcessIdentity | null {
  try {
    return JSON.parse(text) as ProcessIdentity;
  } catch {
    return null;
  }
}
