import { expect, it } from 'vitest';
import { spreadOf } from '../../../viewer/data/statistics';
import { thresholdOf } from '../../../viewer/state/selectors';

const of = (values: readonly number[], threshold: number | null = null) =>
  thresholdOf({ threshold }, { spread: spreadOf(Float64Array.from(values)) });

it('passes with the highest value if that is 1, else above the middle of the range', () => {
  expect(of([0, 1, 0])).toBe(1);
  expect(of([-3, 1])).toBe(1);
  expect(of([0, 0.7 + 0.2 + 0.1])).toBe(1);
  expect(of([0, 3])).toBe(1.5);
  expect(of([0, 0.5, Number.NaN])).toBe(0.25);
});

it('is among the values however close they are', () => {
  for (const values of [
    [100.1, 100.4],
    [0.995, 0.999],
    [-12.4, -12.1],
    [1.31, 1.33],
    [1, 1 + Number.EPSILON],
  ]) {
    const threshold = of(values)!;
    expect(threshold).toBeGreaterThan(values[0]!);
    expect(threshold).toBeLessThanOrEqual(values[1]!);
  }
});

it('nothing passes if all values are equal, and below 1', () => {
  expect(of([0, 0, 0])).toBe(1);
  expect(of([-2])).toBe(1);
  expect(of([1, 1])).toBe(1);
  expect(of([])).toBe(1);
});

it('does not guess what passes if all values are equal, and above 1', () => {
  expect(of([7, 7])).toBeNull();
  expect(of([7, 7], 5)).toBe(5);
});
