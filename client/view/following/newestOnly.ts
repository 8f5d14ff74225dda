/**
 * Processes one value at a time. Of the values that arrive meanwhile only the newest is processed, after the current
 * one. `failed` receives errors.
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
