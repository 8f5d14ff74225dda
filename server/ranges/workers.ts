import { Worker } from 'node:worker_threads';

/** Worker threads that do tasks, in the order in which they are given. */
export interface Workers<Task, Result> {
  /** Rejects if the worker fails. `onPart` receives parts of the result that come before its end. */
  run(task: Task, onPart?: (part: unknown) => void): Promise<Result>;
  end(): Promise<void>;
}

/** A message of a worker. */
export type WorkerMessage<Result> =
  | { readonly type: 'bytes'; readonly count: number }
  | { readonly type: 'part'; readonly part: unknown }
  | { readonly type: 'done'; readonly result: Result }
  /** The code of an error of the system is not part of its copy. */
  | { readonly type: 'failed'; readonly error: Error; readonly code: string | undefined };

interface Waiting<Task, Result> {
  readonly task: Task;
  readonly onPart: (part: unknown) => void;
  resolve(result: Result): void;
  reject(error: Error): void;
}

/** What a worker thread does: check ranges of files, or read files for views. */
export type ThreadRole = 'check' | 'view';

/** What worker threads run. */
export interface ThreadProgram {
  /** A bundle, which answers each task with one message at the end. */
  readonly file: string;
  /** The threads get it as their data. */
  readonly role: ThreadRole;
}

/**
 * Starts worker threads when they are needed, up to a number. `onBytes` is called with numbers of bytes that were read.
 */
export function startWorkers<Task, Result>(
  { file, role }: ThreadProgram,
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
    const worker = new Worker(file, { workerData: role });
    all.add(worker);
    return worker;
  };
  const give = (worker: Worker, { task, onPart, resolve, reject }: Waiting<Task, Result>): void => {
    const release = (): void => {
      // Not all listeners: the class has its own.
      worker.removeAllListeners('message').removeAllListeners('error');
      next();
    };
    worker.on('message', (message: WorkerMessage<Result>) => {
      if (message.type === 'bytes') return onBytes(message.count);
      if (message.type === 'part') return onPart(message.part);
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
    run: (task, onPart = () => undefined) =>
      new Promise((resolve, reject) => {
        waiting.push({ task, onPart, resolve, reject });
        next();
      }),
    async end() {
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}
