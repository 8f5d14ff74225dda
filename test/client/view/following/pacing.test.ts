import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPacing } from '../../../../client/view/following/pacing';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/**
 * Edits and analyzes a version every so many milliseconds, of which the view follows each in `takes`. Returns when each
 * version was told.
 */
function typed(intervals: readonly number[], takes = 100): [version: number, at: number][] {
  const told: [number, number][] = [];
  const start = Date.now();
  const tell = (version: number) => {
    told.push([version, Date.now() - start]);
    setTimeout(() => pacing.followed(), takes);
  };
  const pacing = createPacing(tell, () => Date.now());
  for (const [i, interval] of intervals.entries()) {
    vi.advanceTimersByTime(interval);
    pacing.edited();
    pacing.analyzed(i + 1);
  }
  vi.runAllTimers();
  return told;
}

it('passes a version on at once after a pause', () => {
  expect(typed([0, 120, 500])).toEqual([
    [1, 0],
    [2, 120],
    [3, 620],
  ]);
});

it('passes on the last version in a pause if the view still follows an earlier one', () => {
  expect(typed([0, 50, 40, 50])).toEqual([
    [1, 0],
    [4, 240],
  ]);
  expect(typed([0, 200, 200], 300)).toEqual([
    [1, 0],
    [2, 300],
    [3, 500],
  ]);
});

it('passes each version on at once if the view follows fast enough', () => {
  expect(typed([0, 30, 30], 20).map(([, at]) => at)).toEqual([0, 30, 60]);
});

it('does not let the view wait for the end of typing', () => {
  const told = typed(Array.from({ length: 40 }, (_, i) => (i === 0 ? 0 : 30)));
  expect(told.at(-1)?.[0]).toBe(40);
  const gaps = told.map(([, at], i) => at - (told[i - 1]?.[1] ?? 0));
  expect(Math.max(...gaps)).toBeLessThanOrEqual(330);
});

it('passes nothing on once it is disposed of', () => {
  const tell = vi.fn();
  const pacing = createPacing(tell, () => Date.now());
  for (const version of [1, 2]) {
    pacing.edited();
    pacing.analyzed(version);
  }
  pacing.dispose();
  vi.runAllTimers();
  expect(tell.mock.calls).toEqual([[1]]);
});
