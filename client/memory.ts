import { takeTurns } from './takeTurns';

/** What the extension remembers for all windows. A value counts from the call of `update`. */
export interface Memory {
  get<T>(key: string, fallback: T): T;
  update(key: string, value: unknown): PromiseLike<void>;
}

/**
 * The extension's global state, with one write at a time. Near the end of a write, VS Code replaces all values by the
 * written ones: a value that was set meanwhile would be lost, of whichever key.
 */
export function createMemory(globalState: Memory): Memory {
  const inTurn = takeTurns();
  const unwritten = new Map<string, { readonly value: unknown }>();
  return {
    get: <T>(key: string, fallback: T) => {
      const newest = unwritten.get(key);
      return newest === undefined ? globalState.get(key, fallback) : ((newest.value ?? fallback) as T);
    },
    update: (key, value) => {
      const newest = { value };
      unwritten.set(key, newest);
      return inTurn(async () => {
        try {
          await globalState.update(key, value);
        } finally {
          if (unwritten.get(key) === newest) unwritten.delete(key);
        }
      });
    },
  };
}
