import type { Work } from '../../core/work';

/** Runs a callback after whatever is waiting now: messages go before the rest of long work. */
export type Schedule = (callback: () => void) => void;

/**
 * Runs one callback a turn, in order. However many documents and requests have long work to do, a message waits for
 * one slice of it.
 */
export function oneAtATime(schedule: Schedule): Schedule {
  const waiting: (() => void)[] = [];
  const turn = (): void => {
    const callback = waiting.shift()!;
    if (waiting.length > 0) schedule(turn);
    callback();
  };
  return (callback) => {
    if (waiting.push(callback) === 1) schedule(turn);
  };
}

/** Milliseconds of work between two looks at what else has arrived. */
const maxSliceMs = 8;

/** Works for a while. What has come of it, when it is done; null when there is more to do. */
export function runSlice<Result>(work: Work<Result>): { readonly result: Result } | null {
  const stop = performance.now() + maxSliceMs;
  for (;;) {
    const step = work.next();
    if (step.done === true) return { result: step.value };
    if (performance.now() >= stop) return null;
  }
}

/** Does work in slices. Null when nobody wants any longer what would come of it. */
export async function runInSlices<Result>(
  work: Work<Result>,
  { schedule, isWanted }: { readonly schedule: Schedule; readonly isWanted: () => boolean },
): Promise<{ readonly result: Result } | null> {
  while (isWanted()) {
    const done = runSlice(work);
    if (done !== null) return done;
    await new Promise<void>((resolve) => schedule(resolve));
  }
  return null;
}
