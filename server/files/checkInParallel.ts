import type { Held } from '../core/detection/lineSums';
import type { Engine } from '../core/engine';
import { JoinedLines } from '../core/streaming/joinLines';
import type { StreamOptions } from '../core/streaming/streamOptions';
import { type CheckedBytes, TextCheck } from '../core/streaming/textCheck';
import { type CheckedRange, heldBefore } from './checkRange';
import { type ByteRange, rangesOf, readRange } from './ranges';

/** A range of a file to be checked by somebody else. */
export interface RangeTask {
  readonly path: string;
  readonly range: ByteRange;
  readonly held: Held | null;
  readonly options: StreamOptions;
}

/** Ranges that are given to workers ahead of time, so that none is idle while an earlier range is not finished. */
const tasksPerJob = 2;

/** Bytes of a range: enough that starting one costs little, and few enough that all workers end together. */
const usualLength = 2 ** 24;

/**
 * Checks a file of JSON Lines in ranges, with `jobs` workers. The result does not depend on `jobs`, nor on the
 * order in which ranges end. `run` checks a range, usually in a worker.
 */
export async function checkInParallel(
  engine: Engine,
  path: string,
  {
    options,
    jobs,
    run,
    length = usualLength,
  }: {
    readonly options: StreamOptions;
    readonly jobs: number;
    readonly run: (task: RangeTask) => Promise<CheckedRange>;
    readonly length?: number;
  },
): Promise<CheckedBytes> {
  const ranges = rangesOf(path, length);
  const joined = new JoinedLines(engine, options);
  const started: Promise<CheckedRange>[] = [];
  const [first, second] = ranges;
  const expected = second === undefined ? null : heldBefore(engine, path, first!.to, options);
  const taskOf = (index: number): RangeTask => {
    const hints = options.hints && !joined.areHintsOver;
    const held = index === 0 ? null : (joined.sums.held ?? expected);
    return { path, range: ranges[index]!, held, options: { ...options, hints } };
  };
  let invalidAt = -1;
  for (let i = 0; i < ranges.length; i++) {
    for (let next = started.length; next < Math.min(ranges.length, i + tasksPerJob * jobs); next++) {
      const promise = run(taskOf(next));
      // A failure is reported where its turn comes.
      promise.catch(() => {});
      started.push(promise);
    }
    let checked = await started[i]!;
    started[i] = none;
    // It was checked before it was known what the lines before it contain.
    if (!joined.fits(checked.part)) checked = await run(taskOf(i));
    if (invalidAt < 0) invalidAt = checked.invalidAt;
    if (!joined.add(checked.part)) {
      await Promise.allSettled(started);
      return checkAtOnce(engine, path, options);
    }
  }
  return { ...joined.end(), invalidAt };
}

const none = Promise.resolve() as unknown as Promise<CheckedRange>;

/** Checks a file in one piece: with very many syntax errors, where reading stops depends on all ranges before. */
function checkAtOnce(engine: Engine, path: string, options: StreamOptions): CheckedBytes {
  const check = new TextCheck(engine, options);
  readRange(path, { from: 0, to: Number.POSITIVE_INFINITY }, (bytes) => {
    check.write(bytes);
    return true;
  });
  return check.end();
}
