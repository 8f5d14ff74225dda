import { stat } from 'node:fs/promises';
import { createEngine, type Engine } from '../../server/core/engine';
import { JoinedLines } from '../../server/core/streaming/lines/joinLines';
import { rejectInvalid, Unreadable, unreadable } from '../../server/files/unreadable';
import { addRange, type CheckedRanges } from '../../server/ranges/checkInRanges';
import { checkedFile, streamOptions } from '../check/checkedFile';
import { type CheckOptions, checkFile } from '../check/checkFile';
import type { Result } from '../check/checkFiles';
import { contained } from '../contained';
import type { Failure } from '../files/inputs';
import { changed, isSameState } from '../files/readBytes';
import type { PartialFile, RangeOfFile } from './partial';
import type { Partials } from './readPartials';

/** The files of a run that was divided into parts, as one run would have found them. */
export async function* mergeFiles({ start, files }: Partials): AsyncGenerator<Result> {
  const engine = createEngine();
  for await (const lines of files()) {
    const { shown } = lines[0]!;
    const result = await contained(merged(engine, lines, start.options));
    yield 'message' in result ? { shown, message: result.message } : result;
  }
}

async function merged(
  engine: Engine,
  lines: readonly PartialFile[],
  options: CheckOptions,
): Promise<Result | { readonly message: string }> {
  const failure = lines.find(
    (line): line is { readonly type: 'failure' } & Failure => line.type === 'failure',
  );
  if (failure !== undefined) return { message: failure.message };
  try {
    const [whole, ...more] = lines.filter((line) => line.type === 'file');
    const ranges = lines.filter((line) => line.type === 'range');
    if (whole !== undefined && more.length + ranges.length === 0) return whole.file;
    if (!areWhole(ranges)) throw changed();
    return await fromRanges(engine, ranges, options);
  } catch (error) {
    return unreadable(error);
  }
}

/** Whether ranges cover a file, which has not changed between them. */
function areWhole(ranges: readonly RangeOfFile[]): boolean {
  const [first] = ranges;
  if (first === undefined || ranges.at(-1)!.range.to !== first.size) return false;
  return ranges.every((one, i) => {
    const before = ranges[i - 1]?.range.to ?? 0;
    return one.range.from === before && isSameState(one, first);
  });
}

async function fromRanges(
  engine: Engine,
  ranges: readonly RangeOfFile[],
  options: CheckOptions,
): Promise<Result | { readonly message: string }> {
  const [first] = ranges;
  const joined = new JoinedLines(engine, streamOptions(first!, options));
  let found: CheckedRanges | null = null;
  for (const { checked } of ranges) {
    if (!joined.fits(checked.part)) throw changed();
    found ??= addRange(joined, checked);
  }
  if (found?.type === 'in one piece') return inOnePiece(engine, first!, options);
  if (found?.type === 'not UTF-8') rejectInvalid(found.invalid);
  return checkedFile(first!, first!.language, joined.end(), options);
}

/** Checks a file again, because its parts have too many syntax errors together. */
async function inOnePiece(
  engine: Engine,
  file: RangeOfFile,
  options: CheckOptions,
): Promise<Result | { readonly message: string }> {
  const { shown, path, size } = file;
  const now = await stat(path).catch(() => null);
  if (now === null || !isSameState(now, file))
    throw new Unreadable('Too many syntax errors to merge the parts of this file. Check it without --part.');
  return checkFile(engine, { shown, path, size }, options, () => undefined);
}
