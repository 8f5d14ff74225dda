import type { Engine } from '../../server/core/engine';
import { type CheckedRange, checkRange, type RangeTask } from '../../server/ranges/checkRange';
import { startWorkers } from '../../server/ranges/workers';
import type { Input } from '../files/inputs';
import type { CheckedFile } from './checkedFile';
import { type CheckOptions, checkFile, type OnBytes } from './checkFile';

/** Work for a worker: a file, or a range of a file. Plain data. */
export type CheckTask =
  | { readonly type: 'file'; readonly input: Input; readonly options: CheckOptions }
  | { readonly type: 'range'; readonly range: RangeTask };

export type FileResult = CheckedFile | { readonly message: string };
export type TaskResult = FileResult | CheckedRange;

export function runTask(
  engine: Engine,
  task: CheckTask,
  onBytes: OnBytes,
): Promise<FileResult> | CheckedRange {
  return task.type === 'file'
    ? checkFile(engine, task.input, task.options, onBytes)
    : checkRange(engine, task.range, onBytes);
}

/** Does tasks, here or in worker threads. */
export interface TaskRunner {
  /** How many tasks are done at the same time. */
  readonly jobs: number;
  file(input: Input, options: CheckOptions): Promise<FileResult>;
  range(range: RangeTask): Promise<CheckedRange>;
  end(): Promise<void>;
}

/** Does tasks one after the other, without threads. */
export function runHere(engine: Engine, onBytes: OnBytes): TaskRunner {
  return {
    jobs: 1,
    file: (input, options) => checkFile(engine, input, options, onBytes),
    range: async (range) => checkRange(engine, range, onBytes),
    end: async () => undefined,
  };
}

/** Does tasks in worker threads, which run this bundle: `program`. */
export function runInWorkers(program: string, jobs: number, onBytes: OnBytes): TaskRunner {
  const workers = startWorkers<CheckTask, TaskResult>({ file: program, role: 'check' }, jobs, onBytes);
  return {
    jobs,
    file: async (input, options) => (await workers.run({ type: 'file', input, options })) as FileResult,
    range: async (range) => (await workers.run({ type: 'range', range })) as CheckedRange,
    end: workers.end,
  };
}
