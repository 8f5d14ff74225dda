/** Runs tasks one after the other, so that each finds what the one before has done. */
export function takeTurns(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    // The caller sees the failure; the next task runs anyway.
    last = result.catch(() => undefined);
    return result;
  };
}
