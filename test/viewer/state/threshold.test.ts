import { expect, it } from 'vitest';
import { spreadOf } from '../../../viewer/data/statistics';
import { thresholdOf } from '../../../viewer/state/selectors';

const of = (values: readonly number[], threshold: number | null = null) =>
  thresholdOf({ threshold }, { spread: spreadOf(Float64Array.from(values)) });

it('passes with the highest value if that is 1, else above the middle of the range', () => {
  expect(of([0, 1, 0])).toBe(1);
  expect(of([-3, 1])).toBe(1);
  expect(of([0, 3])).toBe(1.5);
  expect(of([0, 0.5, Number.NaN])).toBe(0.25);
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
