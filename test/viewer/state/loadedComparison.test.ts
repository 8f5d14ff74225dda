import { describe, expect, it } from 'vitest';
import type { Comparison } from '../../../server/viewProtocol/comparison';
import type { MessageCard } from '../../../server/viewProtocol/conversation';
import { bestAndWorst, ownRef } from '../../../viewer/data/comparing';
import {
  itemsOf,
  type LoadedComparison,
  loadedFrom,
  missingIn,
  rowOf,
  windowOf,
  windowSize,
} from '../../../viewer/state/loadedComparison';
import { toIntegers } from '../data/changes';

/** A comparison of two; in `alike`, 1 for a row that is alike and 0 for one that differs. */
function compared(alike: readonly number[], others: Partial<Comparison> = {}): LoadedComparison {
  const trajectory = { group: 0, total: alike.length, calls: [], callCount: 0 };
  const first = alike.indexOf(0);
  const found = {
    versions: [1, 1],
    trajectories: [
      { ...trajectory, trajectory: 0, member: 0 },
      { ...trajectory, trajectory: 1, member: 1 },
    ],
    rows: toIntegers(alike.flatMap((_, row) => [row, row])),
    alike: toIntegers(alike),
    roles: { names: ['user'], rows: toIntegers(alike.map(() => 0)) },
    firstDifference: first < 0 ? null : first,
    firstOfAssistant: null,
    isCut: false,
    ...others,
  };
  return loadedFrom(found, [0, 1].map(ownRef));
}

const told = (shown: LoadedComparison) =>
  itemsOf(shown).map((item) => {
    if (item.kind === 'fold') return `${item.from}–${item.to}${item.isOpen ? ' open' : ''}`;
    return item.kind === 'row' ? item.row : item.name;
  });

describe('A comparison lists', () => {
  it('what is alike folded, and marks before the first differences', () => {
    const shown = compared([1, 1, 1, 0, 1, 1, 0, 0], { firstOfAssistant: 6 });
    expect(told(shown)).toEqual([
      ...['0–3', 'First difference', 3, '4–6', 'First difference of the assistant', 6, 7],
    ]);
    expect(told({ ...shown, unfolded: new Set([4]) })).toEqual([
      ...['0–3', 'First difference', 3, '4–6 open', 4, 5, 'First difference of the assistant', 6, 7],
    ]);
  });

  it('both marks before one row if they are the same', () => {
    expect(told(compared([0], { firstOfAssistant: 0 }))).toEqual([
      ...['First difference', 'First difference of the assistant', 0],
    ]);
  });

  it('one fold if all is alike, and nothing if there are no messages', () => {
    expect(told(compared([1, 1]))).toEqual(['0–2']);
    expect(told(compared([]))).toEqual([]);
  });
});

describe('Of a long comparison', () => {
  const shown = compared(Array.from({ length: 300 }, () => 0));

  it('a window is rendered', () => {
    const { items, before, after } = windowOf({ ...shown, first: 100 });
    expect([items.length, before, after]).toEqual([windowSize, 100, 301 - 100 - windowSize]);
  });

  it('only messages in the window are fetched, and none twice', () => {
    expect(missingIn({ ...shown, first: 101 }, 0)).toEqual({ from: 100, count: windowSize });
    const cards = new Map(Array.from({ length: 170 }, (_, i) => [i, {} as MessageCard]));
    const loaded = { ...shown, first: 101, cards: [cards, new Map<number, MessageCard>()] };
    expect(missingIn(loaded, 0)).toEqual({ from: 170, count: 10 });
    expect(missingIn(loaded, 1)).toEqual({ from: 100, count: windowSize });
  });

  it('the row of a message is found', () => {
    expect(rowOf(shown, 1, 250)).toBe(250);
    expect(rowOf(shown, 1, 999)).toBe(-1);
  });
});

describe('At first the view compares', () => {
  const layout = {
    groups: 2,
    trajectories: 5,
    starts: Int32Array.of(0, 1, 5),
    groupOf: Int32Array.of(0, 1, 1, 1, 1),
  };
  const chosen = (values: readonly number[], selected: number | null = null) =>
    bestAndWorst(layout, values, { group: 1, selected });

  it('the best trajectory with the worst', () => {
    expect(chosen([9, 0.5, 1, 0, 1])).toEqual([2, 3]);
    expect(chosen([9, NaN, 1, NaN, 2])).toEqual([4, 2]);
  });

  it('the selected one with another if all are equal or have no value', () => {
    expect(chosen([9, 1, 1, 1, 1], 3)).toEqual([3, 1]);
    expect(chosen([9, NaN, NaN, NaN, NaN])).toEqual([1, 2]);
    expect(chosen([9, NaN, NaN, 1, NaN], 1)).toEqual([1, 2]);
  });

  it('nothing in a group of one', () => {
    expect(bestAndWorst(layout, [1, 2, 3, 4, 5], { group: 0, selected: 0 })).toEqual([]);
  });
});
