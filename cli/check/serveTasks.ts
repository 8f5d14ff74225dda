import type { MessagePort } from 'node:worker_threads';
import { createEngine } from '../../server/core/engine';
import type { StreamOptions } from '../../server/core/streaming/streamOptions';
import type { WorkerMessage } from '../../server/ranges/workers';
import { type CheckTask, runTask, type TaskResult } from './tasks';

/** Bytes between two messages about them. */
const countEvery = 4_000_000;

/** What a worker thread does: the tasks that it is sent, one after the other. */
export function serveTasks(port: MessagePort): void {
  const engine = createEngine();
  const known = new Map<string, StreamOptions>();
  const post = (message: WorkerMessage<TaskResult>): void => port.postMessage(message);
  port.on('message', async (task: CheckTask) => {
    let count = 0;
    const onBytes = (more: number): void => {
      count += more;
      if (count < countEvery) return;
      post({ type: 'bytes', count });
      count = 0;
    };
    try {
      const result = await runTask(engine, withKnownOptions(task, known), onBytes);
      if (count > 0) post({ type: 'bytes', count });
      post({ type: 'done', result });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      post({ type: 'failed', error: error as Error, code });
    }
  });
}

/** Equal options become the same object: what is kept for one, such as compiled schemas of tools, is used again. */
function withKnownOptions(task: CheckTask, known: Map<string, StreamOptions>): CheckTask {
  if (task.type === 'file') return task;
  const { options } = task.range;
  const print = JSON.stringify(options);
  if (!known.has(print)) known.set(print, options);
  return { ...task, range: { ...task.range, options: known.get(print)! } };
}
