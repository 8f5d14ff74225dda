import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { histogramOf, statisticsOf } from '../../../cli/stats/statistics';
import { inputs } from '../../budget';

describe('Statistics', () => {
  it('ignores values that are not finite', () => {
    expect(statisticsOf([Number.NaN, 1, 3, Number.POSITIVE_INFINITY])).toEqual({
      count: 2,
      mean: 2,
      deviation: 1,
      lowest: 1,
      median: 2,
      highest: 3,
    });
    expect(statisticsOf([Number.NaN])).toBeNull();
  });

  it('of values whose sum overflows are finite', () => {
    expect(statisticsOf([1e308, 1.5e308, -1e308])).toMatchObject({
      mean: expect.closeTo(5e307, -295),
      deviation: expect.closeTo(1.08e308, -306),
      median: 1e308,
    });
    expect(statisticsOf([1e308, 1.5e308])?.median).toBe(1.25e308);
  });

  it('of equal values have no deviation', () => {
    expect(statisticsOf([0.1, 0.1, 0.1])).toMatchObject({ mean: 0.1, deviation: 0 });
  });

  it('of large values do not lose their differences', () => {
    const values = Array.from({ length: 8000 }, (_, i) => 1e15 + (i % 10));
    expect(statisticsOf(values)).toMatchObject({
      mean: 1e15 + 4.5,
      deviation: expect.closeTo(Math.sqrt(8.25), 6),
    });
  });
});

describe('A histogram', () => {
  it('counts each of a few values, and every value of many in some range', () => {
    expect(histogramOf([1, 0, 1])).toEqual([
      { from: 0, to: 0, count: 1 },
      { from: 1, to: 1, count: 2 },
    ]);
    const values = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 60 });
    fc.assert(
      fc.property(values, (some) => {
        const bins = histogramOf(some);
        expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(some.length);
        expect(bins.length).toBeLessThanOrEqual(10);
      }),
      inputs(300),
    );
  });
});
