import { stat } from 'node:fs/promises';
import { createEngine, type Engine } from '../../server/core/engine';
import { unreadable } from '../../server/files/unreadable';
import { checkRange, heldBefore } from '../../server/ranges/checkRange';
import { type ByteRange, linesIn } from '../../server/ranges/ranges';
import { streamOptions } from '../check/checkedFile';
import { type CheckOptions, checkFile, type OnBytes } from '../check/checkFile';
import { contained } from '../contained';
import type { Failure, Input } from '../files/inputs';
import { openInput } from '../files/openInput';
import { changed, isSameState } from '../files/readBytes';
import type { Part, PartialFile, RangeOfFile } from './partial';

/**
 * Checks a part of the inputs. All inputs, one after the other, are divided into parts of the same size. So a file of
 * JSON Lines may be divided; any other file belongs to the part in which it begins.
 */
export async function* checkPart(
  inputs: readonly (Input | Failure)[],
  options: CheckOptions,
  { part, bytes, onBytes }: { readonly part: Part; readonly bytes: number; readonly onBytes: OnBytes },
): AsyncGenerator<PartialFile> {
  const engine = createEngine();
  const share = shareOf(part, bytes);
  let before = 0;
  for (const input of inputs) {
    const { shown } = input;
    if ('message' in input) {
      yield { type: 'failure', shown, message: input.message };
      continue;
    }
    // What is ours, in offsets of the file.
    const ours = { from: share.from - before, to: share.to - before };
    before += input.size;
    const result = await contained(checkOne(engine, input, { options, ours, onBytes }));
    yield 'message' in result ? { type: 'failure', shown, message: result.message } : result;
  }
}

/** The bytes of a part. The last one also has the empty files at the end. */
function shareOf({ part, parts }: Part, bytes: number): ByteRange {
  const border = (i: number): number => Math.floor((bytes / parts) * i);
  return { from: border(part - 1), to: part === parts ? Number.POSITIVE_INFINITY : border(part) };
}

interface Task {
  readonly options: CheckOptions;
  readonly ours: ByteRange;
  readonly onBytes: OnBytes;
}

type Result = PartialFile | { readonly message: string };

async function checkOne(engine: Engine, input: Input, task: Task): Promise<Result> {
  const { shown, path, size } = input;
  const { from, to } = task.ours;
  const beginsHere = from <= 0 && to > 0;
  const endsHere = from < size && to >= size;
  const isTouched = from < size && to > 0;
  const isDivided = isTouched && !(beginsHere && endsHere) && path !== null;
  const range = isDivided ? await rangeOf(engine, { ...input, path }, task) : null;
  if (range !== null) return range;
  if (!beginsHere) return { type: 'other part', shown };
  const file = await checkFile(engine, input, task.options, task.onBytes);
  return 'message' in file ? file : { type: 'file', shown, file };
}

/** Checks our lines of a file; null if the file is not divided. */
async function rangeOf(
  engine: Engine,
  input: Input & { readonly path: string },
  { options, ours, onBytes }: Task,
): Promise<RangeOfFile | { readonly message: string } | null> {
  const { shown, path } = input;
  try {
    const opened = await openInput(input, { as: options.as });
    await opened.close();
    const { language, name, isCompressed } = opened;
    if (language !== 'trajectory-jsonl' || isCompressed) return null;
    const before = await stat(path);
    const { size, mtimeMs } = before;
    const range = linesIn(path, ours);
    const about = streamOptions(opened, options);
    const held = heldBefore(engine, path, range.from, about);
    const checked = checkRange(engine, { path, range, held, options: about }, onBytes);
    if (!isSameState(await stat(path), before)) throw changed();
    return { type: 'range', shown, path, language, name, size, mtimeMs, range, checked };
  } catch (error) {
    return unreadable(error);
  }
}
