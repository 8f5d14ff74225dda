import { expect, it } from 'vitest';
import { floatsOf, integersOf } from '../../../../../server/core/collection/summaries/compactArrays';

it.each([
  [0, Int8Array],
  [127, Int8Array],
  [128, Int16Array],
  [32_767, Int16Array],
  [32_768, Int32Array],
  [-128, Int8Array],
  [-129, Int16Array],
  [-32_769, Int32Array],
])('%d is in the smallest array of integers', (integer, array) => {
  const integers = integersOf([1, integer]);
  expect(integers).toBeInstanceOf(array);
  expect([...integers]).toEqual([1, integer]);
});

it.each([
  [0.5, Float32Array],
  [Number.NaN, Float32Array],
  [-0, Float32Array],
  [0.1, Float64Array],
  [2 ** 24 + 1, Float64Array],
  [1e300, Float64Array],
])('%d is in the smallest array of numbers', (number, array) => {
  const numbers = floatsOf([1, number]);
  expect(numbers).toBeInstanceOf(array);
  expect([...numbers]).toEqual([1, number]);
});
