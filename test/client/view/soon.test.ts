import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { soon } from '../../../client/view/soon';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A value that arrives later, and its waiters. */
function later() {
  const listeners = new Set<() => void>();
  const state: { value: string | undefined } = { value: undefined };
  const listen = (changed: () => void) => {
    listeners.add(changed);
    return { dispose: () => void listeners.delete(changed) };
  };
  const change = (value: string | undefined) => {
    state.value = value;
    for (const changed of [...listeners]) changed();
  };
  return { find: () => state.value, listen, change, listeners };
}

it('A present value is found at once', async () => {
  const { find, listen, change, listeners } = later();
  change('there');
  expect(await soon(find, listen, 1000)).toBe('there');
  expect(listeners.size).toBe(0);
});

it('A later value resolves all waiters, in order', async () => {
  const { find, listen, change, listeners } = later();
  const got: string[] = [];
  for (const name of ['first', 'second'])
    void soon(find, listen, 1000).then((value) => got.push(`${name} ${value}`));
  change(undefined);
  await vi.advanceTimersByTimeAsync(900);
  expect(got).toEqual([]);
  change('here');
  await vi.advanceTimersByTimeAsync(0);
  expect(got).toEqual(['first here', 'second here']);
  expect(listeners.size).toBe(0);
});

it('A value that never arrives is not waited for', async () => {
  const { find, listen, listeners } = later();
  const waiting = soon(find, listen, 1000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await waiting).toBeUndefined();
  expect(listeners.size).toBe(0);
});
