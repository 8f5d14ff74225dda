import type { Memory } from '../../memory';
import type { RecentValues } from '../sendServices';

const maxValues = 20;

/** Recent values stored under one key. `onChange` receives each new list. */
export function recentValues(
  memory: Memory,
  key: string,
  onChange: (values: readonly string[]) => void = () => {},
): RecentValues {
  const list = () => memory.get<readonly string[]>(key, []);
  return {
    list,
    add: async (value) => {
      const values = [value, ...list().filter((other) => other !== value)].slice(0, maxValues);
      await memory.update(key, values);
      onChange(values);
    },
  };
}
