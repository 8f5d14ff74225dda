import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFile } from './disk';

const LOCK = /^service-(\d+)\.lock$/;

/** The folder is this process's until `release`. */
export interface Lock {
  release(): Promise<void>;
}

/**
 * Claims a data folder for this process, because two services that append to one file would tear each other's
 * lines. Gives the id of the process that has it already, where there is one.
 *
 * Each process names a file after itself and then looks for others, so of two that start in the same instant
 * both may be refused, but never both let in. A file whose process is gone is what a crash left behind.
 */
export async function lockFolder(
  folder: string,
): Promise<Lock | { readonly heldBy: number; readonly file: string }> {
  const own = join(folder, `service-${process.pid}.lock`);
  await writeFile(own, '');
  for (const name of await readdir(folder)) {
    const pid = Number(LOCK.exec(name)?.[1] ?? process.pid);
    if (pid === process.pid) continue;
    const file = join(folder, name);
    if (isAlive(pid)) {
      await removeFile(own);
      return { heldBy: pid, file };
    }
    await removeFile(file);
  }
  return { release: () => removeFile(own) };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there and belongs to someone else.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
