import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortInSlices } from '../../../../server/core/features/sortInSlices';
import { runToEnd } from '../../../../server/core/work';
import { inputs } from '../../../budget';

it('Sorting a list in slices gives the same order as sorting it at once, and keeps equal items in order', () => {
  const items = fc
    .tuple(fc.array(fc.nat(9), { maxLength: 20 }), fc.nat(300))
    .map(([few, times]) => Array(times).fill(few).flat() as number[]);
  fc.assert(
    fc.property(items, (numbers) => {
      const all = numbers.map((rank, place) => ({ rank, place }));
      const byRank = (a: { rank: number }, b: { rank: number }): number => a.rank - b.rank;
      expect(runToEnd(sortInSlices(all, byRank))).toEqual([...all].sort(byRank));
    }),
    inputs(50),
  );
});
