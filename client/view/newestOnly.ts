/**
 * Does work for one value at a time. Of the values that come in meanwhile only the newest is worked for, when the work
 * before it is done. `failed` is told why work was not done.
 */
export function newestOnly<Value>(
  work: (value: Value) => Promise<void>,
  failed: (error: unknown) => void,
): (value: Value) => void {
  let waiting: { readonly value: Value } | null = null;
  let isWorking = false;
  const workOn = async () => {
    isWorking = true;
    while (waiting !== null) {
      const { value } = waiting;
      waiting = null;
      await work(value).catch(failed);
    }
    isWorking = false;
  };
  return (value) => {
    waiting = { value };
    if (!isWorking) void workOn();
  };
}
