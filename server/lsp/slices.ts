import type { Work } from '../core/work';

/** Runs a callback after whatever is waiting now: messages go before the rest of long work. */
export type Later = (callback: () => void) => void;

/** Milliseconds of work between two looks at what else has arrived. */
const sliceTime = 8;

/** Works for a while. What has come of it, when it is done; null when there is more to do. */
export function workForAWhile<Result>(work: Work<Result>): { readonly result: Result } | null {
  const stop = Date.now() + sliceTime;
  for (;;) {
    const step = work.next();
    if (step.done === true) return { result: step.value };
    if (Date.now() >= stop) return null;
  }
}

/** Does work in slices. Null when nobody wants any longer what would come of it. */
export async function workInSlices<Result>(
  work: Work<Result>,
  { later, isWanted }: { readonly later: Later; readonly isWanted: () => boolean },
): Promise<{ readonly result: Result } | null> {
  while (isWanted()) {
    const done = workForAWhile(work);
    if (done !== null) return done;
    await new Promise<void>((resolve) => later(resolve));
  }
  return null;
}
