import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { languageIn } from '../../server/files/language';
import type { Failure, Input } from './inputs';
import { contentName, isOurs } from './names';
import { isStandardOutput } from './openOutput';
import { openBytes } from './readBytes';

/** What is written: a document, or something about documents. */
export type Written = 'document' | 'report';

/**
 * Why a result must not be written to a path, as a sentence; null if it may be. Nothing that is read is replaced, and no
 * trajectory file by a report or a page.
 */
export async function whyNotWritten(
  path: string | undefined,
  inputs: readonly (Input | Failure)[],
  what: Written,
): Promise<string | null> {
  const about = path === undefined || isStandardOutput(path) ? null : await stat(path).catch(() => null);
  if (about === null || !about.isFile()) return null;
  for (const input of inputs) {
    if ('message' in input || input.path === null || input.size !== about.size) continue;
    const { dev, ino } = await stat(input.path).catch(() => ({ dev: -1, ino: -1 }));
    if (dev === about.dev && ino === about.ino)
      return 'Not written: this file is the one to read. Choose another name.';
  }
  return what === 'report' && (isOurs(basename(path!)) || (await holdsTrajectories(path!, about.size)))
    ? 'Not written: there is a trajectory file or config of this name. Choose another one.'
    : null;
}

/** Whether a file of any name contains trajectories, as when it is given to be read. */
async function holdsTrajectories(path: string, size: number): Promise<boolean> {
  try {
    const content = await openBytes({ shown: path, path, size }, () => undefined);
    try {
      const { language, read } = await languageIn(content.blocks, contentName(path), undefined);
      // A report for people quotes lines of documents, but is no JSON itself.
      const start = new TextDecoder().decode(read[0]?.subarray(0, 1000)).trimStart();
      return language !== null && /^[[{]/.test(start);
    } finally {
      await content.close();
    }
  } catch {
    // Not text, or not readable: nothing that could be given to be read.
    return false;
  }
}
