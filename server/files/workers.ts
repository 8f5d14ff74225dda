import { Worker } from 'node:worker_threads';
import type { RangeTask } from './checkInParallel';
import type { CheckedRange } from './checkRange';

/** Worker threads that check ranges of files. */
export interface Workers {
  run(task: RangeTask): Promise<CheckedRange>;
  end(): Promise<void>;
}

/** Starts worker threads when they are needed, up to a number; `program` is the bundle of `rangeWorker.ts`. */
export function startWorkers(program: URL, count: number): Workers {
  const idle: Worker[] = [];
  const all: Worker[] = [];
  const waiting: ((worker: Worker) => void)[] = [];
  const take = async (): Promise<Worker> => {
    const free = idle.pop();
    if (free !== undefined) return free;
    if (all.length === count) return new Promise((resolve) => waiting.push(resolve));
    const worker = new Worker(program);
    all.push(worker);
    return worker;
  };
  const release = (worker: Worker): void => {
    const next = waiting.shift();
    if (next === undefined) idle.push(worker);
    else next(worker);
  };
  return {
    async run(task) {
      const worker = await take();
      return new Promise((resolve, reject) => {
        const onMessage = (checked: CheckedRange): void => {
          worker.off('error', onError);
          release(worker);
          resolve(checked);
        };
        const onError = (error: Error): void => {
          worker.off('message', onMessage);
          reject(error);
        };
        worker.once('message', onMessage);
        worker.once('error', onError);
        worker.postMessage(task);
      });
    },
    async end() {
      await Promise.all(all.map((worker) => worker.terminate()));
    },
  };
}
