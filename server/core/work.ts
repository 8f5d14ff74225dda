/** Long work, which is done in steps: between two of them the caller can do something else, or give up. */
export type Work<Result> = Generator<void, Result>;

/** Does all of the work at once. */
export function runToEnd<Result>(work: Work<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Steps that some pieces of work may take together. */
export interface Budget {
  left: number;
}

/** The result of work; null where the budget does not last. */
export function* runWithin<Result>(work: Work<Result>, budget: Budget): Work<Result | null> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (--budget.left < 0) return null;
    yield;
  }
}
