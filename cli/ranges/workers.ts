import { Worker } from 'node:worker_threads';

/** Worker threads that do tasks, in the order in which they are given. */
export interface Workers<Task, Result> {
  /** Rejects if the worker fails. `onBytes` is called with numbers of bytes that were read for the task. */
  run(task: Task): Promise<Result>;
  end(): Promise<void>;
}

/** A message of a worker. */
export type WorkerMessage<Result> =
  | { readonly type: 'bytes'; readonly count: number }
  | { readonly type: 'done'; readonly result: Result }
  /** The code of an error of the system is not part of its copy. */
  | { readonly type: 'failed'; readonly error: Error; readonly code: string | undefined };

interface Waiting<Task, Result> {
  readonly task: Task;
  resolve(result: Result): void;
  reject(error: Error): void;
}

/**
 * Starts worker threads when they are needed, up to a number. `program` is their bundle, which answers each task with
 * one message at the end. `onBytes` is called with numbers of bytes that were read.
 */
export function startWorkers<Task, Result>(
  program: string | URL,
  count: number,
  onBytes: (bytes: number) => void,
): Workers<Task, Result> {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const waiting: Waiting<Task, Result>[] = [];

  const next = (): void => {
    if (waiting.length === 0) return;
    const worker = idle.pop() ?? (all.size < count ? started() : null);
    if (worker !== null) give(worker, waiting.shift()!);
  };
  const started = (): Worker => {
    const worker = new Worker(program);
    all.add(worker);
    return worker;
  };
  const give = (worker: Worker, { task, resolve, reject }: Waiting<Task, Result>): void => {
    const release = (): void => {
      // Not all listeners: the class has its own.
      worker.removeAllListeners('message').removeAllListeners('error');
      next();
    };
    worker.on('message', (message: WorkerMessage<Result>) => {
      if (message.type === 'bytes') return onBytes(message.count);
      idle.push(worker);
      release();
      if (message.type === 'done') resolve(message.result);
      else reject(Object.assign(message.error, { code: message.code }));
    });
    // It has ended, for example because it has no memory left.
    worker.on('error', (error: Error) => {
      all.delete(worker);
      release();
      reject(error);
    });
    worker.postMessage(task);
  };
  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        waiting.push({ task, resolve, reject });
        next();
      }),
    async end() {
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}
