import { expect, it } from 'vitest';
import { threadsFor } from '../../../cli/check/threads';

it.each([
  { bytes: 400_000_000, cores: 2, threads: 1 },
  { bytes: 600_000_000, cores: 2, threads: 2 },
  { bytes: 400_000_000, cores: 8, threads: 8 },
  { bytes: 5_000_000_000, cores: 1, threads: 1 },
])('By default $bytes bytes are checked on $cores cores by $threads threads', ({ bytes, cores, threads }) => {
  expect(threadsFor(bytes, undefined, cores)).toBe(threads);
});

it('As many threads as are wanted are used, if there is something to do for each', () => {
  expect(threadsFor(100_000_000, 3, 2)).toBe(3);
  expect(threadsFor(9_000_000, 3, 2)).toBe(2);
  expect(threadsFor(0, 3, 2)).toBe(1);
});
