import type { Held } from '../core/detection/lineSums';
import type { Engine } from '../core/engine';
import { JoinedLines } from '../core/streaming/lines/joinLines';
import type { StreamOptions } from '../core/streaming/streamOptions';
import type { Checked } from '../core/streaming/verdict';
import type { InvalidByte } from '../core/text/utf8';
import { type CheckedRange, heldBefore, type RangeTask } from './checkRange';
import { type ByteRange, rangesOf } from './ranges';

/** Ranges that are given to workers ahead of time, so that none is idle while an earlier range is not finished. */
const tasksPerJob = 2;

/** Bytes of a range: enough that starting one costs little, and few enough that all workers end together. */
export const rangeLength = 2 ** 24;

/** What ranges of a file give together; `in one piece` if it has to be checked again as a whole. */
export type CheckedRanges =
  | { readonly type: 'checked'; readonly checked: Checked }
  | { readonly type: 'not UTF-8'; readonly invalid: InvalidByte }
  | { readonly type: 'in one piece' };

/**
 * Checks a file of JSON Lines in ranges, `jobs` at a time. The result does not depend on `jobs`, nor on the order in
 * which ranges end. `run` checks a range, usually in a worker.
 */
export async function checkInRanges<Range extends CheckedRange>(
  engine: Engine,
  path: string,
  {
    options,
    jobs,
    run,
    length = rangeLength,
    ranges = rangesOf(path, length),
    expected = ranges.length < 2 ? null : heldBefore(engine, path, ranges[0]!.to, options),
    onRange = () => undefined,
  }: {
    readonly options: StreamOptions;
    readonly jobs: number;
    readonly run: (task: RangeTask) => Promise<Range>;
    readonly length?: number;
    /** The ranges, and what the lines of the first one hold, if that is known. */
    readonly ranges?: readonly ByteRange[];
    readonly expected?: Held | null;
    /** Called with each range in turn. */
    readonly onRange?: (checked: Range, range: ByteRange) => void;
  },
): Promise<CheckedRanges> {
  const joined = new JoinedLines(engine, options);
  const started: Promise<Range>[] = [];
  const taskOf = (index: number): RangeTask => {
    const hints = options.hints && !joined.areHintsOver;
    const held = index === 0 ? null : (joined.sums.held ?? expected);
    return { path, range: ranges[index]!, held, full: joined.full, options: { ...options, hints } };
  };
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
    const result = addRange(joined, checked);
    if (result !== null) return result;
    onRange(checked, ranges[i]!);
  }
  return { type: 'checked', checked: joined.end() };
}

const none = Promise.resolve() as unknown as Promise<never>;

/** Adds the next range of a file; returns the result if later ranges do not matter, else null. */
export function addRange(joined: JoinedLines, { part, invalid }: CheckedRange): CheckedRanges | null {
  if (invalid !== null)
    return { type: 'not UTF-8', invalid: { ...invalid, line: joined.lineEnds + invalid.line } };
  return joined.add(part) ? null : { type: 'in one piece' };
}
