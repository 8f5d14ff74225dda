import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CollectionChange } from '../../../server/viewProtocol/collection';
import { followTrajectory, type ListChange, withResponse } from '../../../viewer/data/following';
import { inputs } from '../../budget';

/** A response that replaces `removed` trajectories by `added`. */
function response(from: number, removed: number, added: number, change: Partial<ListChange> = {}) {
  const { version = 1, isWhole = false, alike = { atStart: 0, atEnd: 0 } } = change;
  return {
    version,
    isWhole,
    trajectories: { from, removed, rows: { count: added }, alike },
  } as CollectionChange;
}

function merged(responses: readonly CollectionChange[]): ListChange {
  return responses.reduce<ListChange | null>(withResponse, null)!;
}

describe('A trajectory is followed through', () => {
  it('a change that comes in several responses, by the texts that are alike in all of it', () => {
    const change = merged([
      response(0, 20_000, 7647, { alike: { atStart: 11, atEnd: 19_988 } }),
      response(7647, 0, 7692),
      response(15_339, 0, 4660),
    ]);
    expect(followTrajectory(18_000, change)).toEqual({ index: 17_999, isTouched: true });
    expect(followTrajectory(5, change)).toEqual({ index: 5, isTouched: true });
  });

  it('a whole list that comes in several responses, by its index', () => {
    const change = merged([response(0, 0, 7000, { isWhole: true }), response(7000, 0, 2000)]);
    expect(followTrajectory(8500, change)).toEqual({ index: 8500, isTouched: true });
    expect(followTrajectory(9000, change).index).toBe(null);
  });

  it('an edit between two responses, which may have changed what was alike', () => {
    const change = merged([
      response(0, 20_000, 7647, { alike: { atStart: 11, atEnd: 19_988 } }),
      response(7647, 0, 12_354, { version: 2 }),
    ]);
    expect(followTrajectory(18_000, change)).toEqual({ index: 18_000, isTouched: true });
    expect(change).toMatchObject({ removed: 20_000, added: 20_001, alike: { atStart: 0, atEnd: 0 } });
  });

  it('a response without trajectories, which has only groups', () => {
    const change = merged([response(3, 2, 2, { alike: { atStart: 1, atEnd: 0 } }), response(9, 0, 0)]);
    expect(change).toMatchObject({ from: 3, removed: 2, added: 2, alike: { atStart: 1, atEnd: 0 } });
  });

  it('overlapping responses, as itself if none replaces it', () => {
    const step = fc.record({ at: fc.nat(12), removed: fc.nat(6), added: fc.nat(6) });
    fc.assert(
      fc.property(fc.nat(12), fc.array(step, { minLength: 1, maxLength: 4 }), (count, steps) => {
        let made = count;
        const before = Array.from({ length: count }, (_, i) => i);
        let after = [...before];
        const responses = steps.map(({ at, removed, added }) => {
          const from = Math.min(at, after.length);
          const out = Math.min(removed, after.length - from);
          after = after.toSpliced(from, out, ...Array.from({ length: added }, () => made++));
          return response(from, out, added);
        });
        const change = merged(responses);
        for (const item of before) {
          const { index, isTouched } = followTrajectory(item, change);
          if (!isTouched) expect(after[index!]).toBe(item);
          if (index !== null) expect(index).toBeLessThan(after.length);
        }
        expect(after.length).toBe(count + change.added - change.removed);
      }),
      inputs(300),
    );
  });
});
