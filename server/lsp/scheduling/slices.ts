import type { Work } from '../../core/work';

/** Runs a callback after everything queued so far: messages go before the rest of long work. */
export type Schedule = (callback: () => void) => void;

/**
 * Runs one callback per turn, in order. However many documents and requests have long work, a message waits for at most
 * one slice.
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

/** Milliseconds of work before other messages get their turn. */
const maxSliceMs = 8;

/** Runs one slice of work. Returns the result when the work is done, null if some remains. */
export function runSlice<Result>(work: Work<Result>): { readonly result: Result } | null {
  const stop = performance.now() + maxSliceMs;
  for (;;) {
    const step = work.next();
    if (step.done === true) return { result: step.value };
    if (performance.now() >= stop) return null;
  }
}

/** Runs work in slices. Null if the result is no longer wanted. */
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
