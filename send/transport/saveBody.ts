import { randomUUID } from 'node:crypto';
import { open, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Body } from '../request/body';
import type { Unreadable } from './files';
import { type BodyDigest, type Chunks, digestBody, openBody } from './readBody';

/** Writes a body to a file, chunk by chunk. A file that is there is replaced once all is written. Returns its size and hash, or why it cannot be read. */
export async function saveBody(body: Body, path: string): Promise<BodyDigest | Unreadable> {
  const opened = await openBody(body);
  if ('problem' in opened) return opened;
  // Replace a link's target, not the link.
  const target = await realpath(path).catch(() => path);
  const draft = join(dirname(target), randomUUID());
  try {
    const problem = await write(opened.chunks, draft);
    if (problem !== null) return problem;
    await rename(draft, target);
  } finally {
    await opened.close();
    await rm(draft, { force: true });
  }
  return digestBody(body);
}

/** Returns why the body cannot be read, if so. */
async function write(chunks: Chunks, path: string): Promise<Unreadable | null> {
  const output = await open(path, 'wx');
  try {
    for await (const chunk of chunks) {
      if (!(chunk instanceof Uint8Array)) return chunk;
      await output.writeFile(chunk);
    }
  } finally {
    await output.close();
  }
  return null;
}
