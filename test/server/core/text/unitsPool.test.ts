import { expect, it } from 'vitest';
import { unitsOf } from '../../../../server/core/text/chunks';
import { UnitsPool } from '../../../../server/core/text/unitsPool';

it('An array is used again when all that used it have released it', () => {
  const pool = new UnitsPool();
  const units = pool.copyOf(unitsOf('abc'));
  pool.retain(units);
  pool.release(units);
  expect(pool.copyOf(unitsOf('d')).buffer).not.toBe(units.buffer);
  expect([...units]).toEqual([97, 98, 99]);
  pool.release(units);
  const again = pool.copyOf(unitsOf('de'));
  expect(again.buffer).toBe(units.buffer);
  expect([...again]).toEqual([100, 101]);
});

it('An array that is not of the pool is left alone', () => {
  const pool = new UnitsPool();
  const units = unitsOf('abc');
  pool.retain(units);
  pool.release(units);
  pool.release(units);
  expect(pool.copyOf(unitsOf('d')).buffer).not.toBe(units.buffer);
});
