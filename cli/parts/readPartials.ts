import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { fileErrorReason } from '../../server/files/fileErrorReason';
import {
  type PartialEnd,
  type PartialFile,
  type PartialLine,
  type PartialStart,
  partialFormat,
} from './partial';

/** Thrown with a sentence that says why partials cannot be merged, and the file that it is about. */
export class CannotMerge extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

/** The partials of one run, in the order of its parts. */
export interface Partials {
  readonly start: PartialStart;
  /** What the parts found, file by file: for each, the results of all parts. */
  files(): AsyncGenerator<readonly PartialFile[]>;
}

/** Opens partials, and checks that they are all parts of one run. Throws `CannotMerge`. */
export async function readPartials(paths: readonly string[]): Promise<Partials> {
  const all = await Promise.all(paths.map(opened));
  all.sort((a, b) => a.start.part - b.start.part);
  const [first] = all;
  for (const [i, { path, start, end }] of all.entries()) {
    const { part, parts, version, options } = start;
    if (parts !== first!.start.parts)
      throw new CannotMerge(
        path,
        `This is one of ${parts} parts, ${first!.path} one of ${first!.start.parts}. Merge the parts of one run.`,
      );
    if (version !== first!.start.version || !isDeepStrictEqual(options, first!.start.options))
      throw new CannotMerge(
        path,
        `Made by another version, or with other --as, --severity or --max-problems, than ${first!.path}. Check all parts alike.`,
      );
    if (part <= i)
      throw new CannotMerge(path, `Part ${part} is also in ${all[i - 1]!.path}. Name one of the two.`);
    if (part > i + 1) throw missing(path, i + 1, parts);
    if (end.files !== first!.end.files) throw differentFiles(path, first!.path);
    if (start.bytes !== first!.start.bytes)
      throw new CannotMerge(
        path,
        `Made of files of another size than ${first!.path}: they have changed since, or are others. Check all parts again.`,
      );
  }
  const { parts } = first!.start;
  if (all.length < parts) throw missing(first!.path, all.length + 1, parts);
  return { start: first!.start, files: () => filesOf(all) };
}

function missing(path: string, part: number, parts: number): CannotMerge {
  return new CannotMerge(path, `Part ${part} of ${parts} is missing.`);
}

function differentFiles(path: string, other: string): CannotMerge {
  return new CannotMerge(path, `Lists other files than ${other}. Check all parts with the same arguments.`);
}

interface Opened {
  readonly path: string;
  readonly start: PartialStart;
  readonly end: PartialEnd;
}

async function* filesOf(all: readonly Opened[]): AsyncGenerator<readonly PartialFile[]> {
  const readers = all.map(({ path }) => linesOf(path));
  try {
    await Promise.all(readers.map((reader) => reader.next()));
    for (let i = 0; i < all[0]!.end.files; i++) {
      const lines = await Promise.all(
        readers.map(async (reader, part) => fileIn((await reader.next()).value, all[part]!.path)),
      );
      const other = lines.findIndex(({ shown }) => shown !== lines[0]!.shown);
      if (other > 0) throw differentFiles(all[other]!.path, all[0]!.path);
      yield lines;
    }
  } finally {
    for (const reader of readers) await reader.return(undefined);
  }
}

function fileIn(line: PartialLine | undefined, path: string): PartialFile {
  const file = line as Partial<PartialFile> | undefined;
  if (typeof file?.shown !== 'string' || (file.type === 'file' && file.file === undefined))
    throw notPartial(path);
  return file as PartialFile;
}

async function opened(path: string): Promise<Opened> {
  try {
    const reader = linesOf(path);
    const { value: start } = await reader.next();
    await reader.return(undefined);
    if (start?.type !== 'partial') throw notPartial(path);
    if (start.format !== partialFormat)
      throw new CannotMerge(
        path,
        `Written by version ${start.version}, whose partials this version cannot read.`,
      );
    return { path, start, end: await endOf(path) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new CannotMerge(path, fileErrorReason(error));
  }
}

async function* linesOf(path: string): AsyncGenerator<PartialLine, undefined> {
  const stream = createReadStream(path);
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }))
      yield parsed(path, line);
  } finally {
    stream.destroy();
  }
}

/** Bytes that a last line may have. */
const maxEndLength = 100;

/** The last line. Without it, the check did not finish. */
async function endOf(path: string): Promise<PartialEnd> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, maxEndLength);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    const [, last = ''] = /\n(\{[^\n]*\})\n$/.exec(buffer.toString()) ?? [];
    if (!last.startsWith('{"type":"end"'))
      throw new CannotMerge(path, 'Incomplete: this part was not checked to its end.');
    return parsed(path, last) as PartialEnd;
  } finally {
    await file.close();
  }
}

function parsed(path: string, line: string): PartialLine {
  try {
    return JSON.parse(line) as PartialLine;
  } catch {
    throw notPartial(path);
  }
}

function notPartial(path: string): CannotMerge {
  return new CannotMerge(
    path,
    'Not a partial report. `trajectory check --part I/N --format partial` writes them.',
  );
}
