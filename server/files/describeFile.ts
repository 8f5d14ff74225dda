import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Engine } from '../core/engine';
import { TextCheck } from '../core/streaming/textCheck';
import type { TextSummary } from '../core/streaming/textSummary';
import { ByteOffsets } from '../core/text/byteOffsets';
import type { Language } from '../languageDetection';
import type { FileSummary } from '../protocol';
import { languageIn } from './language';
import { readFlags } from './readFlags';
import { rejectInvalid, Unreadable, unreadable } from './unreadable';

export interface DescribeOptions {
  /** Its name, if `path` is only where a link of that name leads. */
  readonly name?: string;
  /** The language, whatever the name. */
  readonly language?: Language | undefined;
  /** Called between two steps of some milliseconds. False if the result is no longer wanted. */
  pause(): Promise<boolean>;
  /** Called with the share of the work that is done, up to 1. */
  onProgress?(share: number): void;
}

/**
 * Checks a file of any size, and finds what a request needs of it, in memory that does not grow with the file. Returns a
 * sentence if it cannot be read; null if the result is no longer wanted. The caller must see to it that the file does not
 * change meanwhile.
 */
export async function describeFile(
  engine: Engine,
  path: string,
  options: DescribeOptions,
): Promise<FileSummary | { readonly message: string } | null> {
  try {
    const file = await open(path, readFlags);
    try {
      return await described({ engine, file, name: options.name ?? basename(path), options });
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof Unwanted) return null;
    return unreadable(error);
  }
}

/** Ends the work when its result is no longer wanted. */
class Unwanted extends Error {}

interface FileToDescribe {
  readonly engine: Engine;
  readonly file: FileHandle;
  readonly name: string;
  readonly options: DescribeOptions;
}

/** The share of the time that the check takes; the rest is for the places of what it found. */
const shareOfCheck = 0.9;

async function described(job: FileToDescribe): Promise<FileSummary> {
  const { file, options } = job;
  const about = await file.stat();
  if (!about.isFile()) throw new Unreadable('This is not a regular file.');
  const { size } = about;
  const report = (done: number): void => options.onProgress?.(Math.min(1, done / size));
  const summary = await check(job, (bytes) => report(bytes * shareOfCheck));
  const text = { from: await markLength(file), to: size };
  return inBytes(job, summary, {
    text,
    onBytes: (bytes) => report(size * shareOfCheck + bytes * (1 - shareOfCheck)),
  });
}

async function check(
  { engine, file, name, options }: FileToDescribe,
  onBytes: (bytes: number) => void,
): Promise<TextSummary> {
  const blocks = blocksOf(file, options, { from: 0, onBytes });
  try {
    const { language, read } = await languageIn(blocks, name, options.language);
    if (language === null) throw new Unreadable('No trajectories were found at the beginning of the file.');
    const check = new TextCheck(engine, { language, name, limit: 1, hints: false, counts: true });
    for await (const block of allBlocks(read, blocks, options)) {
      check.write(block);
      rejectInvalid(check.invalid);
    }
    const checked = check.end();
    rejectInvalid(check.invalid);
    return check.summaryOf(checked);
  } finally {
    await blocks.return(undefined);
  }
}

/** The blocks that tell the language, and the rest. */
async function* allBlocks(
  first: readonly Uint8Array[],
  rest: AsyncGenerator<Uint8Array>,
  { pause }: DescribeOptions,
): AsyncGenerator<Uint8Array> {
  for (const block of first) {
    yield block;
    if (!(await pause())) throw new Unwanted();
  }
  yield* rest;
}

/** Bytes read at once: the check of one block takes some milliseconds. */
const blockSize = 1 << 17;

/** The bytes of a file from an offset on. A block is valid until the next one. */
async function* blocksOf(
  file: FileHandle,
  { pause }: DescribeOptions,
  { from, onBytes }: { readonly from: number; onBytes(bytes: number): void },
): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(blockSize);
  for (let at = from; ; ) {
    const { bytesRead } = await file.read(buffer, 0, blockSize, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
    onBytes(at);
    if (!(await pause())) throw new Unwanted();
  }
}

/** The length of the byte order mark, which is no part of the text. */
async function markLength(file: FileHandle): Promise<number> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(3), 0, 3, 0);
  return bytesRead === 3 && buffer.equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0;
}

/** A summary with ranges of the file instead of its text. */
async function inBytes(
  { file, options }: FileToDescribe,
  summary: TextSummary,
  { text, onBytes }: { readonly text: FileSummary['text']; onBytes(bytes: number): void },
): Promise<FileSummary> {
  const { groups, config } = summary;
  const isWhole = summary.kind === 'group-lines' || summary.kind === 'trajectory-lines';
  const ranges = [isWhole ? null : groups?.slice, config].filter((range) => range != null);
  if (ranges.length === 0)
    return { ...summary, text, groups: groups && { ...groups, slice: text }, config: null };
  const offsets = [...new Set(ranges.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  const search = new ByteOffsets(offsets);
  for await (const block of blocksOf(file, options, { from: text.from, onBytes })) search.add(block);
  const bytes = new Map(search.end().map((at, i) => [offsets[i]!, text.from + at]));
  const moved = ({ from, to }: FileSummary['text']) => ({ from: bytes.get(from)!, to: bytes.get(to)! });
  return {
    ...summary,
    text,
    groups: groups && { ...groups, slice: moved(groups.slice) },
    config: config && moved(config),
  };
}
