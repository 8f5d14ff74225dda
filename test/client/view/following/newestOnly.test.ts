import { expect, it } from 'vitest';
import { newestOnly } from '../../../../client/view/following/newestOnly';

/** Work whose end the test controls. */
function workbench() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const failures: unknown[] = [];
  const work = (value: string) => {
    begun.push(value);
    return new Promise<void>((resolve, reject) =>
      ends.push(value === 'fails' ? () => reject(new Error('It failed.')) : resolve),
    );
  };
  const put = newestOnly(work, (error) => failures.push(error));
  const end = async () => {
    ends.shift()?.();
    // Promise callbacks run in the next few turns.
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  return { put, end, begun, failures };
}

it('processes one value at a time, then only the newest waiting one', async () => {
  const { put, end, begun } = workbench();
  for (const value of ['a', 'b', 'c']) put(value);
  expect(begun).toEqual(['a']);
  await end();
  expect(begun).toEqual(['a', 'c']);
  await end();
  expect(begun).toEqual(['a', 'c']);
});

it('processes the next value at once if none is waiting, even after a failure', async () => {
  const { put, end, begun, failures } = workbench();
  put('fails');
  await end();
  put('a');
  expect(begun).toEqual(['fails', 'a']);
  expect(failures).toEqual([new Error('It failed.')]);
});
