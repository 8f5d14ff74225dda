import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChange, noColumns } from '../../../viewer/data/columns/columns';
import { type GroupStatistics, groupStatistics } from '../../../viewer/data/groupStatistics';
import { histogramOf } from '../../../viewer/data/histogram';
import { passAtK, passesOf } from '../../../viewer/data/passAtK';
import { roundingOf } from '../../../viewer/data/rounding';
import { groupNumbers } from '../../../viewer/data/sorting';
import { fillOf, signalOf, spreadOf } from '../../../viewer/data/statistics';
import { inputs } from '../../budget';
import { change, type Made, madeGroups, whole } from './changes';

const item = (reward: number): Made => ({ reward, messages: 1, number: NaN, label: null, tools: [] });
const columnsOf = (...groups: number[][]) =>
  applyChange(noColumns, whole(groups.map((group) => group.map(item))));

const statisticsOf = (
  { layout, reward }: ReturnType<typeof columnsOf>,
  isScaled = false,
  before: GroupStatistics | null = null,
) => groupStatistics(layout, reward, { isScaled, before });

/** pass@k by enumeration: the share of all choices of k out of n attempts that contain a passing one. */
function passAtKByCounting(n: number, c: number, k: number): number {
  let ways = 0;
  let passing = 0;
  for (let set = 0; set < 1 << n; set++) {
    const chosen = Array.from({ length: n }, (_, i) => (set >> i) & 1);
    if (chosen.reduce((sum, bit) => sum + bit, 0) !== k) continue;
    ways++;
    if (chosen.slice(0, c).includes(1)) passing++;
  }
  return passing / ways;
}

describe('An advantage', () => {
  it('of the value that is the mean is 0, whatever the rounding', () => {
    const { advantages } = statisticsOf(columnsOf([0.1, 0.2, 0.3]));
    expect(advantages[1]).toBe(0);
    expect(advantages[2]).toBeCloseTo(0.1, 12);
  });

  it('sorts no groups: its mean is 0', () => {
    const columns = columnsOf([0.1, 0.2, 0.3], [0.7, 0.1, 0.1], []);
    const { advantages } = statisticsOf(columns);
    const numbers = groupNumbers(columns.layout, { by: 'advantage', isDescending: false }, advantages);
    expect([...numbers]).toEqual([0, 0, NaN]);
  });
});

describe('pass@k', () => {
  it('is the share of all choices of k attempts that contain a passing one', () => {
    for (let n = 1; n <= 9; n++)
      for (let c = 0; c <= n; c++)
        for (let k = 1; k <= n; k++) expect(passAtK(n, c, k)).toBeCloseTo(passAtKByCounting(n, c, k), 12);
  });

  it('stays a number even if binomials overflow', () => {
    expect(passAtK(5000, 1, 2500)).toBeCloseTo(0.5, 10);
  });

  it('is averaged over the groups that are large enough, for powers of two and the size of the largest group', () => {
    const columns = columnsOf([1, 0, 0, 0], [1, 1, 0], [NaN, 0]);
    expect(passesOf(columns, columns.reward, 1)).toEqual([
      { k: 1, estimate: expect.closeTo((1 / 4 + 2 / 3 + 0) / 3, 12), groups: 3 },
      { k: 2, estimate: expect.closeTo((1 / 2 + 1) / 2, 12), groups: 2 },
      { k: 4, estimate: 1, groups: 1 },
    ]);
  });

  it('counts values that miss the threshold by rounding only', () => {
    const columns = columnsOf([0.7 + 0.2 + 0.1, 0], [1, 0.999]);
    expect(passesOf(columns, columns.reward, 1)[0]).toEqual({ k: 1, estimate: 0.5, groups: 2 });
  });

  it('is empty if there are no values', () => {
    const columns = columnsOf([NaN], []);
    expect(passesOf(columns, columns.reward, 1)).toEqual([]);
  });
});

describe('Spreads', () => {
  it('ignore missing values', () => {
    expect(spreadOf(Float64Array.of(1, NaN, 4, 1))).toEqual({
      ...{ count: 3, mean: 2, lowest: 1, highest: 4 },
      deviation: expect.closeTo(Math.sqrt(2), 12),
    });
  });

  it('are zero if all values are equal, even if their mean is rounded', () => {
    expect(spreadOf(Float64Array.of(0.1, 0.1, 0.1)).deviation).toBe(0);
    expect([...statisticsOf(columnsOf([0.1, 0.1, 0.1])).advantages]).toEqual([0, 0, 0]);
  });

  it('are zero if values differ only by the rounding of the sums that made them', () => {
    const { layout, reward } = columnsOf([0.3, 0.1 + 0.2], [0.3, 0.3 + 1e-9]);
    const { groups, advantages } = statisticsOf({ layout, reward } as ReturnType<typeof columnsOf>);
    expect(signalOf(layout, groups)).toEqual({
      withSpread: 1,
      withoutSpread: 1,
      unknown: 0,
      isComparable: true,
    });
    expect([...advantages.subarray(0, 2)]).toEqual([0, 0]);
  });

  it('have a mean of 0 around it, whatever the rounding', () => {
    expect(spreadOf(Float64Array.of(0.1, 0.2, -0.3)).mean).toBe(0);
    expect(spreadOf(Float64Array.of(1e-7, 2e-7)).mean).toBeCloseTo(1.5e-7, 12);
  });

  it('are new objects if one has changed, so that what depends on them is computed again', () => {
    const before = statisticsOf(columnsOf([1, 1], [0, 1]));
    const values = Float64Array.of(0, 1, 0, 1);
    const after = groupStatistics(before.layout, values, { isScaled: false, before });
    expect([...after.groups.deviation]).toEqual([0.5, 0.5]);
    for (const name of ['count', 'mean', 'deviation', 'lowest', 'highest'] as const)
      expect(after.groups[name]).not.toBe(before.groups[name]);
  });

  it('tell groups with spread from those without, and from those where it is not known', () => {
    const columns = columnsOf([1, 0], [1, 1], [0], [NaN], [], [1, NaN, 1], [1, NaN, 0]);
    expect(signalOf(columns.layout, statisticsOf(columns).groups)).toEqual({
      withSpread: 2,
      withoutSpread: 2,
      unknown: 2,
      isComparable: true,
    });
  });

  it('match a direct computation for each group, and advantages add up to zero', () => {
    fc.assert(
      fc.property(madeGroups, (groups) => {
        const columns = applyChange(noColumns, whole(groups));
        const { groups: spreads, advantages } = statisticsOf(columns);
        for (const [i, group] of groups.entries()) {
          const values = group.map(({ reward }) => reward).filter((reward) => !Number.isNaN(reward));
          const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
          expect(spreads.count[i]).toBe(values.length);
          if (values.length === 0) continue;
          expect(spreads.mean[i]).toBeCloseTo(mean, 9);
          const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
          const [lowest, highest] = [Math.min(...values), Math.max(...values)];
          const isKnown = values.length === group.length || highest - lowest >= roundingOf(lowest, highest);
          if (isKnown) expect(spreads.deviation[i]).toBeCloseTo(Math.sqrt(variance), 6);
          else expect(spreads.deviation[i]).toBeNaN();
          const own = [...advantages.subarray(columns.starts[i], columns.starts[i + 1])];
          expect(own.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value), 0)).toBeCloseTo(0, 9);
        }
      }),
      inputs(200),
    );
  });

  it('scale advantages on request, except in groups without a spread', () => {
    const columns = columnsOf([3, 1], [2, 2]);
    expect([...statisticsOf(columns, true).advantages]).toEqual([1, -1, NaN, NaN]);
  });
});

describe('Statistics after a change', () => {
  it('equal those computed from nothing', () => {
    const steps = fc.array(fc.tuple(fc.nat(8), fc.nat(3), madeGroups, fc.boolean()), { maxLength: 6 });
    fc.assert(
      fc.property(madeGroups, steps, (first, changes) => {
        let groups = first;
        let columns = applyChange(noColumns, whole(groups));
        let last = statisticsOf(columns);
        for (const [at, most, added, isScaled] of changes) {
          const from = Math.min(at, groups.length);
          const removed = Math.min(most, groups.length - from);
          columns = applyChange(columns, change(groups, added, { from, removed }));
          groups = groups.toSpliced(from, removed, ...added);
          last = statisticsOf(columns, isScaled, last);
          expect(last).toEqual(statisticsOf(columns, isScaled));
        }
      }),
      inputs(200),
    );
  });

  it('are the same object for groups if no value has changed', () => {
    const columns = columnsOf([1, 0], [NaN, 2]);
    const before = statisticsOf(columns);
    expect(statisticsOf(columns, true, before).groups).toBe(before.groups);
  });

  it('are computed for the changed groups only', () => {
    const columns = columnsOf([1, 0], [3, 2], [5, 4]);
    const before = statisticsOf(columns);
    // Marks what is kept.
    before.groups.mean.set([10, 20, 30]);
    const item = { reward: 7, messages: 1, number: NaN, label: null, tools: [] };
    const groups = [
      [1, 0],
      [3, 2],
      [5, 4],
    ].map((group) => group.map((reward) => ({ ...item, reward })));
    const after = applyChange(columns, change(groups, [[item, item]], { from: 1, removed: 1 }));
    expect([...statisticsOf(after, false, before).groups.mean]).toEqual([10, 7, 30]);
  });
});

describe('Histograms', () => {
  it('have one bar per value if there are few values', () => {
    const values = Float64Array.of(1, 0, 0, NaN, 1, 0);
    expect(histogramOf(values, spreadOf(values)).map(({ from, count }) => [from, count])).toEqual([
      [0, 3],
      [1, 2],
    ]);
  });

  it('have one bar for values that differ by rounding only', () => {
    const values = Float64Array.of(0.1 + 0.2, 0, 0.3, 1, 0.3);
    expect(histogramOf(values, spreadOf(values))).toEqual([
      { from: 0, to: 0, lowest: 0, highest: 0, count: 1 },
      { from: 0.3, to: 0.3, lowest: 0.3, highest: 0.1 + 0.2, count: 3 },
      { from: 1, to: 1, lowest: 1, highest: 1, count: 1 },
    ]);
  });

  it('have an edge at 0, whatever the rounding', () => {
    const values = Float64Array.from({ length: 30 }, (_, i) => 0.8 - (4.8 * i) / 29);
    const edges = histogramOf(values, spreadOf(values)).map(({ from }) => from);
    expect(edges.filter((edge) => Math.abs(edge) < 1e-9)).toEqual([0]);
  });

  it('count each value once, in the bar whose range contains it', () => {
    const values = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(values, (list) => {
        const column = Float64Array.from(list);
        const bars = histogramOf(column, spreadOf(column));
        expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(list.length);
        for (const { lowest, highest, count } of bars) {
          expect(list.filter((value) => value >= lowest && value <= highest)).toHaveLength(count);
        }
      }),
      inputs(300),
    );
  });
});

const fills = (...values: number[]) =>
  values.map((value) => fillOf(value, spreadOf(Float64Array.from(values))));

describe('A dot', () => {
  it('is fuller for a larger value: empty only for the smallest, and full only for the largest', () => {
    expect(fills(0, 0.001, 0.25, 0.5, 0.75, 0.999, 1)).toEqual([0, 1, 2, 4, 6, 7, 8]);
    expect(fills(-5, -1, 3)).toEqual([0, 4, 8]);
    expect(fills(-Number.MAX_VALUE, 0, Number.MAX_VALUE)).toEqual([0, 4, 8]);
  });

  it('is full if all values are equal and positive, and empty if they are equal and not positive', () => {
    expect(fills(0, 0)).toEqual([0, 0]);
    expect(fills(2, 2)).toEqual([8, 8]);
    expect(fills(-1)).toEqual([0]);
  });
});
