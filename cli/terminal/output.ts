import { once } from 'node:events';
import { createWriteStream, statSync, type WriteStream } from 'node:fs';
import { rename, unlink } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { onExit } from '../onExit';

/** Where a report or a result goes. */
export interface Output {
  /** The terminal that it goes to, if it goes to standard output. */
  readonly stream: NodeJS.WriteStream | null;
  /** Resolves once more can be written. */
  write(text: string): Promise<void>;
  /** Makes it complete: until then, a file keeps its old content. */
  end(): Promise<void>;
  /** Gives up: a file keeps its old content. */
  discard(): Promise<void>;
}

/** Standard output. */
export const standardOutput: Output = {
  stream: process.stdout,
  write: async (text) => {
    if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain');
  },
  end: async () => undefined,
  discard: async () => undefined,
};

/** A file that is written beside its place and renamed at the end; a device or a pipe is written directly. */
export async function fileOutput(path: string): Promise<Output> {
  const isDirect = isSpecial(path);
  const written = isDirect ? path : `${path}.${process.pid}.tmp`;
  const stream = createWriteStream(written);
  await once(stream, 'open');
  const forget = isDirect ? () => undefined : onExit(written);
  return {
    stream: null,
    write: (text) => writeTo(stream, text),
    end: async () => {
      stream.end();
      await finished(stream);
      if (!isDirect) await rename(written, path);
      forget();
    },
    discard: async () => {
      stream.destroy();
      if (!isDirect) await unlink(written);
      forget();
    },
  };
}

async function writeTo(stream: WriteStream, text: string): Promise<void> {
  if (stream.errored !== null) throw stream.errored;
  if (text !== '' && !stream.write(text)) await once(stream, 'drain');
}

function isSpecial(path: string): boolean {
  const about = statSync(path, { throwIfNoEntry: false });
  return about !== undefined && !about.isFile();
}
