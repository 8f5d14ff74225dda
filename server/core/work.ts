/** Long work, which is done in steps: between two of them the caller can do something else, or give up. */
export type Work<Result> = Generator<void, Result>;

/** Does all of the work at once. */
export function finished<Result>(work: Work<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
