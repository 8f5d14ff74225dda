import { parentPort } from 'node:worker_threads';
import { createEngine } from '../core/engine';
import type { RangeTask } from './checkInParallel';
import { checkRange } from './checkRange';

/** The program of a worker thread: checks the ranges that it is sent, one after the other. */
const engine = createEngine();

parentPort!.on('message', ({ path, ...task }: RangeTask) => {
  parentPort!.postMessage(checkRange(engine, path, task));
});
