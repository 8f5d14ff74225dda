import type { Work } from '../../core/work';

/** Runs a callback after everything queued so far: messages go before the rest of long work. */
export type Schedule = (callback: () => void) => void;

/** Work that runs in turns: true if some of it remains. */
export type Job = () => unknown;

/** Adds a job to those that take turns, about one document for example. */
export type Lane = (job: Job) => void;

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

/** Runs work in a lane. Null if the result is no longer wanted. */
export function runInSlices<Result>(
  work: Work<Result>,
  { lane, isWanted }: { readonly lane: Lane; readonly isWanted: () => boolean },
): Promise<{ readonly result: Result } | null> {
  return new Promise((resolve, reject) => {
    lane(() => {
      try {
        if (!isWanted()) resolve(null);
        else {
          const done = runSlice(work);
          if (done === null) return true;
          resolve(done);
        }
      } catch (error) {
        reject(error);
      }
      return false;
    });
  });
}
