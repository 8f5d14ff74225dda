import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createMemory, type Memory } from '../../client/memory';

it('keeps a value that is set while another one is written', async () => {
  const state = globalState();
  const memory = createMemory(state.memento);
  const first = memory.update('job', 1);
  await state.isWriting();
  const second = memory.update('model', 2);
  expect(memory.get('model', 0)).toBe(2);
  await Promise.all([first, second]);
  expect([memory.get('job', 0), memory.get('model', 0)]).toEqual([1, 2]);
  expect(state.written()).toEqual({ job: 1, model: 2 });
});

it('a value counts at once, also if the one before is still being written', async () => {
  const { memento } = globalState();
  const memory = createMemory(memento);
  const all = [1, 2, 3].map((value) => memory.update('job', value));
  expect(memory.get('job', 0)).toBe(3);
  await all[0];
  expect(memory.get('job', 0)).toBe(3);
  await Promise.all(all);
  expect(memory.get('job', 0)).toBe(3);
});

it('a value that cannot be written is told, and does not stay', async () => {
  const failing: Memory = {
    get: (_, fallback) => fallback,
    update: (key) => (key === 'job' ? Promise.reject(new Error('disk full')) : Promise.resolve()),
  };
  const memory = createMemory(failing);
  await expect(memory.update('job', 1)).rejects.toThrow('disk full');
  expect(memory.get('job', 0)).toBe(0);
  await memory.update('model', 2);
});

/**
 * A global state as VS Code's: it writes all values together, a turn after the first of them is set; then it replaces all
 * values by what was written, a turn before it says that the write has ended.
 */
function globalState() {
  let values: Record<string, unknown> = {};
  let written = '{}';
  let writing: Promise<void> | null = null;
  let tellWriting = () => {};
  const isWriting = new Promise<void>((resolve) => {
    tellWriting = resolve;
  });
  const write = async () => {
    await turn();
    writing = null;
    written = JSON.stringify(values);
    const sent = written;
    tellWriting();
    await turn();
    values = JSON.parse(sent);
    await turn();
  };
  const memento: Memory = {
    get: <T>(key: string, fallback: T) => (values[key] as T | undefined) ?? fallback,
    update: (key, value) => {
      values[key] = value;
      writing ??= write();
      return writing;
    },
  };
  return { memento, isWriting: () => isWriting, written: (): unknown => JSON.parse(written) };
}
