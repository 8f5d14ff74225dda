/** Long work in steps: between two steps the caller can do something else or cancel. */
export type Work<Result> = Generator<void, Result>;

/** Runs work to completion. */
export function runToEnd<Result>(work: Work<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Number of steps shared by several pieces of work. */
export interface Budget {
  left: number;
}

/** The result of work; null if the budget runs out first. */
export function* runWithin<Result>(work: Work<Result>, budget: Budget): Work<Result | null> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (--budget.left < 0) return null;
    yield;
  }
}
