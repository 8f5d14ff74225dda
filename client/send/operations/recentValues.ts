import type * as vscode from 'vscode';

/** Values that the user gave lately, newest first, kept for all windows. */
export interface RecentValues {
  list(): readonly string[];
  add(value: string): Promise<void>;
}

const maxValues = 20;

/** Recent values under one key; `onChange` hears of each new list. */
export function recentValues(
  memory: vscode.Memento,
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
