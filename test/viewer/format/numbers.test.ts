import { expect, it } from 'vitest';
import { short, signed } from '../../../viewer/format/numbers';

it.each([
  [0.5, '0.5'],
  [0.123456, '0.123'],
  [0.99984, '1.00'],
  [2.999, '3.00'],
  [12.34, '12.3'],
  [123.456, '123.5'],
  [1231.5, '1,231.5'],
  [1232.96, '1,233.0'],
  [99983.33, '99,983.3'],
  [-1234, '−1,234'],
  [-0, '0'],
  [1234567.891, '1.2e+6'],
  [0.00046, '4.6e-4'],
  [Number.NaN, '–'],
  [Number.POSITIVE_INFINITY, '∞'],
])('%d in lists is %s', (value, text) => {
  expect(short(value)).toBe(text);
});

it('a difference has its sign', () => {
  expect([0.75, -0.25, 1e-15].map(signed)).toEqual(['+0.75', '−0.25', '0']);
});
