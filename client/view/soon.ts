/** Subscribes to changes. Disposing of the result unsubscribes. */
type Listen = (changed: () => void) => { dispose(): void };

/** The result of `find`, now or after a change; undefined after `patience` milliseconds. */
export function soon<Value>(
  find: () => Value | undefined,
  listen: Listen,
  patience: number,
): Promise<Value | undefined> {
  const found = find();
  if (found !== undefined) return Promise.resolve(found);
  return new Promise((resolve) => {
    const end = (value: Value | undefined) => {
      clearTimeout(timer);
      listening.dispose();
      resolve(value);
    };
    const timer = setTimeout(() => end(undefined), patience);
    const listening = listen(() => {
      const value = find();
      if (value !== undefined) end(value);
    });
  });
}
