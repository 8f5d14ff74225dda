import { open } from 'node:fs/promises';
import type { Body } from '../request/body';
import type { Unreadable } from './files';
import { type BodyDigest, digestBody, openBody } from './readBody';

/** Writes a body to a file, chunk by chunk. Returns its size and hash, or why it cannot be read. */
export async function saveBody(body: Body, path: string): Promise<BodyDigest | Unreadable> {
  const opened = await openBody(body);
  if ('problem' in opened) return opened;
  try {
    const output = await open(path, 'w');
    try {
      for await (const chunk of opened.chunks) {
        if (!(chunk instanceof Uint8Array)) return chunk;
        await output.writeFile(chunk);
      }
    } finally {
      await output.close();
    }
  } finally {
    await opened.close();
  }
  return digestBody(body);
}
