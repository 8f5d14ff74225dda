import { describe, expect, it } from 'vitest';
import { applyChange, noColumns } from '../../../../viewer/data/columns/columns';
import { namedBy } from '../../../../viewer/data/filtering/numberSearch';
import { type Made, whole } from '../changes';

const item: Made = { reward: 0, messages: 1, number: NaN, label: null, tools: [] };

function named(sizes: readonly number[], text: string): number[] {
  const columns = applyChange(noColumns, whole(sizes.map((size) => Array<Made>(size).fill(item))));
  const marks = namedBy(columns, text);
  return [...marks.keys()].filter((i) => marks[i] === 1);
}

describe('A number in the text filter', () => {
  it.each<[string, number[]]>([
    ['2', [2, 3, 4]],
    ['#2', [2, 3, 4]],
    ['Group 2', [2, 3, 4]],
    [' group 2 ', [2, 3, 4]],
    ['group 2, trajectory 3', [4]],
    ['2 trajectory 1', [2]],
    ['trajectory 2', [1, 3]],
    ['trajectory 1', [0, 2, 5]],
    ['trajectory 6', [5]],
    ['group 4, trajectory 1', [5]],
    ['group 9', []],
    ['group', []],
    ['trajectory', []],
    ['0', []],
    ['2a', []],
    ['', []],
    [',', []],
    [`1${','.repeat(100_000)}x`, []],
  ])('given as %.40j finds only what has that number', (text, expected) => {
    expect(named([2, 3, 0, 1], text)).toEqual(expected);
  });

  it('can have separators', () => {
    expect(named(Array<number>(1500).fill(1), 'group 1,234')).toEqual([1233]);
  });

  it('counts through the document if each trajectory is its own group', () => {
    expect(named([1, 1, 1], '3')).toEqual([2]);
    expect(named([1, 1, 1], 'trajectory 3')).toEqual([2]);
  });
});
