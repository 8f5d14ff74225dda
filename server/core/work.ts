/** Long work in steps: between two steps the caller can do something else or cancel. */
export type Work<Result> = Generator<void, Result>;

/** Runs work to completion. */
export function runToEnd<Result>(work: Work<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** What a function makes of each item of a list, with a break after each. */
export function* mapInSteps<Item, Result>(
  items: readonly Item[],
  make: (item: Item, index: number) => Result,
): Work<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    results.push(make(item, index));
    yield;
  }
  return results;
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
