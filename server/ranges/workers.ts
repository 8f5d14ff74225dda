import { Worker } from 'node:worker_threads';

/** Worker threads that do tasks, in the order in which they are given. */
export interface Workers<Task, Result> {
  /** Rejects if the worker fails. `onPart` receives parts of the result that come before its end. */
  run(task: Task, onPart?: (part: unknown) => void): Promise<Result>;
  /** Ends the workers. Tasks that are not done by then never are. */
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
  const running = new Map<Worker, Waiting<Task, Result>>();
  let isEnded = false;

  const next = (): void => {
    if (waiting.length === 0 || isEnded) return;
    const worker = idle.pop() ?? (all.size < count ? started() : null);
    if (worker !== null) give(worker, waiting.shift()!);
  };
  const started = (): Worker => {
    const worker = new Worker(file, { workerData: role });
    all.add(worker);
    worker.on('message', (message: WorkerMessage<Result>) => hear(worker, message));
    // It has ended, for example because it has no memory left.
    worker.on('error', (error: Error) => {
      all.delete(worker);
      if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1);
      ended(worker)?.reject(error);
    });
    return worker;
  };
  const give = (worker: Worker, given: Waiting<Task, Result>): void => {
    running.set(worker, given);
    worker.postMessage(given.task);
  };
  const hear = (worker: Worker, message: WorkerMessage<Result>): void => {
    if (message.type === 'bytes') return onBytes(message.count);
    if (message.type === 'part') return running.get(worker)?.onPart(message.part);
    idle.push(worker);
    const done = ended(worker);
    if (message.type === 'done') done?.resolve(message.result);
    else done?.reject(Object.assign(message.error, { code: message.code }));
  };
  /** Returns the task that a worker did, and starts the next one. */
  const ended = (worker: Worker): Waiting<Task, Result> | undefined => {
    const done = running.get(worker);
    running.delete(worker);
    next();
    return done;
  };
  return {
    run: (task, onPart = () => undefined) =>
      new Promise((resolve, reject) => {
        waiting.push({ task, onPart, resolve, reject });
        next();
      }),
    async end() {
      isEnded = true;
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}
