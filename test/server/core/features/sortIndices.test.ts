import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortIndices } from '../../../../server/core/features/sortIndices';
import { runToEnd } from '../../../../server/core/work';
import { inputs } from '../../../budget';

it('Sorting indices in slices gives the same order as sorting them at once, and keeps equal items in order', () => {
  const items = fc
    .tuple(fc.array(fc.nat(9), { maxLength: 20 }), fc.nat(400))
    .map(([few, times]) => Array(times).fill(few).flat() as number[]);
  fc.assert(
    fc.property(items, (ranks) => {
      const byRank = (a: number, b: number): number => ranks[a]! - ranks[b]!;
      expect([...runToEnd(sortIndices(ranks.length, byRank))]).toEqual([...ranks.keys()].sort(byRank));
    }),
    inputs(50),
  );
});
