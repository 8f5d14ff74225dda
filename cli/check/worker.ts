import { parentPort } from 'node:worker_threads';
import { createEngine } from '../../server/core/engine';
import type { StreamOptions } from '../../server/core/streaming/streamOptions';
import type { WorkerMessage } from '../ranges/workers';
import { type CheckTask, runTask, type TaskResult } from './tasks';

/** The program of a worker thread: does the tasks that it is sent, one after the other. */
const engine = createEngine();
const post = (message: WorkerMessage<TaskResult>): void => parentPort!.postMessage(message);

/** The options of earlier ranges. What is kept for the same object, such as compiled schemas of tools, is used again. */
const known = new Map<string, StreamOptions>();

function withKnownOptions(task: CheckTask): CheckTask {
  if (task.type === 'file') return task;
  const { options } = task.range;
  const print = JSON.stringify(options);
  if (!known.has(print)) known.set(print, options);
  return { ...task, range: { ...task.range, options: known.get(print)! } };
}

/** Bytes between two messages about them. */
const countEvery = 4_000_000;

parentPort!.on('message', async (task: CheckTask) => {
  let count = 0;
  const onBytes = (more: number): void => {
    count += more;
    if (count < countEvery) return;
    post({ type: 'bytes', count });
    count = 0;
  };
  try {
    const result = await runTask(engine, withKnownOptions(task), onBytes);
    if (count > 0) post({ type: 'bytes', count });
    post({ type: 'done', result });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    post({ type: 'failed', error: error as Error, code });
  }
});
