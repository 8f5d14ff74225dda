/** Tells when something has changed; what it gives stops that. */
type Listen = (changed: () => void) => { dispose(): void };

/** What is found, at once or after one of the next changes; undefined if that takes longer than so many milliseconds. */
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
