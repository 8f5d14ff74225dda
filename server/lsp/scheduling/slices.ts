import type { Work } from '../../core/work';

/** Runs a callback after everything queued so far: messages go before the rest of long work. */
export type Schedule = (callback: () => void) => void;

/** Milliseconds of work before other messages get their turn. */
export const maxSliceMs = 8;

/** Runs one slice of work. Returns the result when the work is done, null if some remains. */
export function runSlice<Result>(work: Work<Result>): { readonly result: Result } | null {
  const stop = performance.now() + maxSliceMs;
  for (;;) {
    const step = work.next();
    if (step.done === true) return { result: step.value };
    if (performance.now() >= stop) return null;
  }
}

/** Runs work in slices, each when its turn comes. Null if the result is no longer wanted. */
export function runInSlices<Result>(
  work: Work<Result>,
  { schedule, isWanted }: { readonly schedule: Schedule; readonly isWanted: () => boolean },
): Promise<{ readonly result: Result } | null> {
  return new Promise((resolve, reject) => {
    const next = (): void => {
      try {
        if (!isWanted()) return resolve(null);
        const done = runSlice(work);
        if (done === null) schedule(next);
        else resolve(done);
      } catch (error) {
        reject(error);
      }
    };
    schedule(next);
  });
}
