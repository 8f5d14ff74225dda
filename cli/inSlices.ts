import { setImmediate } from 'node:timers/promises';
import type { Work } from '../server/core/work';

/** Milliseconds between two chances for a signal or a closed pipe to end the program. */
const sliceLength = 50;

/** Runs long work in slices, with events handled and `afterSlice` called between them. */
export async function runInSlices<Result>(
  work: Work<Result>,
  afterSlice: () => void = () => undefined,
): Promise<Result> {
  let began = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() - began < sliceLength) continue;
    afterSlice();
    await setImmediate();
    began = performance.now();
  }
}
