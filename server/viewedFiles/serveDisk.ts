import type { MessagePort } from 'node:worker_threads';
import { createEngine } from '../core/engine';
import type { WorkerMessage } from '../ranges/workers';
import { type DiskResult, type DiskTask, runDiskTask } from './tasks';

/** What a thread does: the tasks that it is sent, one after the other. */
export function serveDisk(port: MessagePort): void {
  const engine = createEngine();
  const post = (message: WorkerMessage<DiskResult>): void => port.postMessage(message);
  port.on('message', (task: DiskTask) => {
    try {
      const result = runDiskTask(engine, task, {
        onBytes: (count) => post({ type: 'bytes', count }),
        onPart: (part) => post({ type: 'part', part }),
      });
      post({ type: 'done', result });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      post({ type: 'failed', error: error as Error, code });
    }
  });
}
