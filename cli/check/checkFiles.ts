import { stat } from 'node:fs/promises';
import { createEngine, type Engine } from '../../server/core/engine';
import { rejectInvalid, unreadable } from '../../server/files/unreadable';
import { checkInRanges, rangeLength } from '../../server/ranges/checkInRanges';
import { contained } from '../contained';
import type { Failure, Input } from '../files/inputs';
import { openInput } from '../files/openInput';
import { changed, isSameState } from '../files/readBytes';
import { type CheckedFile, checkedFile, streamOptions } from './checkedFile';
import { type CheckOptions, checkFile, type OnBytes } from './checkFile';
import { type FileResult, runHere, runInWorkers, type TaskRunner } from './tasks';

/** A checked file, or why it could not be checked. */
export type Result = CheckedFile | Failure;

/**
 * Checks files, `jobs` at a time, and large files of JSON Lines in ranges. The results are in the order of the inputs,
 * and do not depend on `jobs`.
 */
export async function* checkFiles(
  inputs: readonly (Input | Failure)[],
  options: CheckOptions,
  { jobs, onBytes }: { readonly jobs: number; readonly onBytes: OnBytes },
): AsyncGenerator<Result> {
  const engine = createEngine();
  const runner = jobs === 1 ? runHere(engine, onBytes) : runInWorkers(__filename, jobs, onBytes);
  const check = new FilesCheck(engine, { runner, options, onBytes });
  // Files that are begun ahead of time, so that no worker is idle.
  const ahead = jobs === 1 ? 1 : 2 * jobs;
  const started: Promise<Result>[] = [];
  try {
    for (const index of inputs.keys()) {
      while (started.length < Math.min(inputs.length, index + ahead))
        started.push(check.result(inputs[started.length]!));
      yield await started[index]!;
      started[index] = released;
    }
  } finally {
    await runner.end();
  }
}

/** Takes the place of a result that was used. */
const released = Promise.resolve() as unknown as Promise<Result>;

/** Each range begins with empty tables, so a large file has long ranges; enough of them, so that all workers end together. */
const rangesPerJob = 8;
const maxRange = 2 ** 26;

class FilesCheck {
  private readonly engine: Engine;
  private readonly runner: TaskRunner;
  private readonly options: CheckOptions;
  private readonly onBytes: OnBytes;

  constructor(
    engine: Engine,
    about: { readonly runner: TaskRunner; readonly options: CheckOptions; readonly onBytes: OnBytes },
  ) {
    this.engine = engine;
    this.runner = about.runner;
    this.options = about.options;
    this.onBytes = about.onBytes;
  }

  async result(input: Input | Failure): Promise<Result> {
    if ('message' in input) return input;
    const result = await contained(this.checked(input));
    return 'message' in result ? { shown: input.shown, message: result.message } : result;
  }

  private async checked(input: Input): Promise<FileResult> {
    // A worker has no standard input.
    if (input.path === null) return checkFile(this.engine, input, this.options, this.onBytes);
    const isLong = this.runner.jobs > 1 && input.size > 2 * rangeLength;
    const inRanges = isLong ? await this.inRanges(input, input.path) : null;
    return inRanges ?? this.runner.file(input, this.options);
  }

  /** Checks a file of JSON Lines in ranges; null if it has to be checked in one piece. */
  private async inRanges(input: Input, path: string): Promise<FileResult | null> {
    const { engine, runner, options } = this;
    try {
      const opened = await openInput(input, { as: options.as });
      await opened.close();
      if (opened.language !== 'trajectory-jsonl' || opened.isCompressed) return null;
      const before = await stat(path);
      const found = await checkInRanges(engine, path, {
        options: streamOptions(opened, options),
        jobs: runner.jobs,
        length: Math.min(
          maxRange,
          Math.max(rangeLength, Math.ceil(before.size / (rangesPerJob * runner.jobs))),
        ),
        run: runner.range,
      });
      if (!isSameState(await stat(path), before)) throw changed();
      if (found.type === 'in one piece') return null;
      if (found.type === 'checked') return checkedFile(input, opened.language, found.checked, options);
      rejectInvalid(found.invalid);
      return null;
    } catch (error) {
      return unreadable(error);
    }
  }
}
