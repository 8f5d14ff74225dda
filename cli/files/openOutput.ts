import { once } from 'node:events';
import { createWriteStream, statSync, type WriteStream } from 'node:fs';
import { access, chmod, constants, readlink, realpath, rename, stat, unlink } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { onExit } from '../onExit';
import { temporaryBeside } from '../temporaryName';
import { clearStatusLine } from '../terminal/statusLine';

/** Where a report or a result goes. */
export interface Output {
  /** Standard output, if the report goes there. */
  readonly stream: NodeJS.WriteStream | null;
  /** Resolves once more can be written. */
  write(text: string): Promise<void>;
  /** Completes it: until then, a file keeps its old content. */
  end(): Promise<void>;
  /** Gives up: a file keeps its old content. */
  discard(): Promise<void>;
}

/** Standard output, or a file if there is a path; `-` is standard output, too. */
async function outputTo(path: string | undefined): Promise<Output> {
  return path === undefined || isStandardOutput(path) ? standardOutput : fileOutput(path);
}

/** Whether a path is that of standard output. If that is redirected to a file, the shell decides where in it to write. */
export function isStandardOutput(path: string): boolean {
  return ['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'].includes(path);
}

/** Writes a result to its end, or, after an error, leaves a file as it was. */
export async function writeTo(
  path: string | undefined,
  write: (output: Output) => Promise<void>,
): Promise<void> {
  const output = await outputTo(path);
  try {
    await write(output);
    await output.end();
  } catch (error) {
    await output.discard();
    throw error;
  }
}

/** Standard output. */
export const standardOutput: Output = {
  stream: process.stdout,
  write: async (text) => {
    if (text === '') return;
    clearStatusLine();
    if (!process.stdout.write(text)) await once(process.stdout, 'drain');
  },
  end: async () => undefined,
  discard: async () => undefined,
};

/** Written to a temporary file beside it, then renamed. A device or a pipe is written directly. */
async function fileOutput(path: string): Promise<Output> {
  const about = statSync(path, { throwIfNoEntry: false });
  return about === undefined || about.isFile() ? replacement(path, about?.mode) : direct(path);
}

async function replacement(path: string, mode: number | undefined): Promise<Output> {
  const target = await targetOf(path);
  // A rename succeeds even on a read-only file.
  if (mode !== undefined) await access(target, constants.W_OK);
  const written = temporaryBeside(target);
  const forget = onExit(written);
  const stream = await opened(written, mode);
  // The mode given when opening is reduced by the umask. Shares of Windows have one mode, and refuse others.
  if (mode !== undefined && (await stat(written)).mode !== mode) await chmod(written, mode);
  return {
    ...toStream(stream),
    end: async () => {
      await ended(stream);
      await rename(written, target);
      forget();
    },
    discard: async () => {
      stream.destroy();
      await unlink(written).catch(() => undefined);
      forget();
    },
  };
}

/** A link's target, which is replaced instead of the link. It may not exist yet. */
async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') throw error;
    const link = await readlink(path).catch(() => null);
    return link === null ? path : targetOf(resolve(await realpath(dirname(path)), link));
  }
}

async function direct(path: string): Promise<Output> {
  const stream = await opened(path);
  return {
    ...toStream(stream),
    end: () => ended(stream),
    discard: async () => {
      stream.destroy();
    },
  };
}

async function opened(path: string, mode = 0o666): Promise<WriteStream> {
  const stream = createWriteStream(path, { mode });
  await once(stream, 'open');
  // The next write throws it.
  stream.on('error', () => undefined);
  return stream;
}

function toStream(stream: WriteStream): Pick<Output, 'stream' | 'write'> {
  return {
    stream: null,
    write: async (text) => {
      if (stream.errored !== null) throw stream.errored;
      if (text !== '' && !stream.write(text)) await once(stream, 'drain');
    },
  };
}

async function ended(stream: WriteStream): Promise<void> {
  if (stream.errored !== null) throw stream.errored;
  stream.end();
  await finished(stream);
}
