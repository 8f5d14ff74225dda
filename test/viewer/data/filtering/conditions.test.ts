import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChange, noColumns } from '../../../../viewer/data/columns/columns';
import {
  type Comparison,
  type Condition,
  conditionError,
  isCondition,
  matchCondition,
} from '../../../../viewer/data/filtering/conditions';
import type { ColumnKey } from '../../../../viewer/data/measures';
import { inputs } from '../../../budget';
import { type Made, whole } from '../changes';

const item: Made = { reward: 0, messages: 1, number: NaN, label: null, tools: [] };

/** The indexes of the `items` that meet a condition. */
function met(
  items: readonly Made[],
  column: ColumnKey,
  comparison: Comparison,
  value: string,
  values?: number[],
) {
  const columns = applyChange(noColumns, whole([items]));
  const marks = matchCondition(columns, { column, comparison, value }, () => values ?? columns.reward);
  return [...marks.keys()].filter((i) => marks[i] === 1);
}

const rewards = [-0.25, 0, 0.5, 1, NaN].map((reward) => ({ ...item, reward }));
const labels = ['airline 2', 'airline 12', 'Retail', null].map((label) => ({ ...item, label }));

describe('A condition', () => {
  it.each<[Comparison, string, number[]]>([
    ['=', '0.5', [2]],
    ['=', ' .5 ', [2]],
    ['=', '5e-1', [2]],
    ['=', '−0.25', [0]],
    ['≠', '0.5', [0, 1, 3]],
    ['<', '0', [0]],
    ['≤', '0', [0, 1]],
    ['>', '0.5', [3]],
    ['≥', '+0.5', [2, 3]],
    ['≥', 'high', []],
    ['missing', '', [4]],
  ])('on a number: %s %s', (comparison, value, expected) => {
    expect(met(rewards, 'reward', comparison, value)).toEqual(expected);
  });

  it.each<[Comparison, string, number[]]>([
    ['=', 'airline 2', [0]],
    ['=', 'AIRLINE 2', []],
    ['≠', 'airline 2', [1, 2]],
    ['contains', 'LINE', [0, 1]],
    ['<', 'airline 12', [0]],
    ['≥', 'airline 12', [1, 2]],
    ['missing', '', [3]],
  ])('on a label: %s %s', (comparison, value, expected) => {
    expect(met(labels, 'label:task', comparison, value)).toEqual(expected);
  });

  it('on a computed number finds it despite its rounding error', () => {
    const means = [0.20000000000000004, 0.5, 0.1 + 0.2, NaN, 0.3];
    const of = (comparison: Comparison, value: string) => met(rewards, 'mean', comparison, value, means);
    expect([of('=', '0.2'), of('>', '0.2'), of('≤', '0.3')]).toEqual([[0], [1, 2, 4], [0, 2, 4]]);
  });

  it('on a column that the document does not have matches nothing, except that it is missing', () => {
    expect(met(labels, 'label:other', '≠', 'a')).toEqual([]);
    expect(met(labels, 'label:other', 'missing', '')).toEqual([0, 1, 2, 3]);
  });

  const start = Date.UTC(2024, 4, 15, 15, 0, 30, 250);
  const times = [start - 86_400_000, start, start + 1000, NaN];
  it.each<[Comparison, string, number[]]>([
    ['=', '2024-05-15', [1, 2]],
    ['=', '2024-05-15 15:00', [1, 2]],
    ['=', '2024-05-15T15:00:30Z', [1]],
    ['<', '2024-05-15', [0]],
    ['≤', '2024-05-15', [0, 1, 2]],
    ['>', '2024-05-15 15:00:30', [2]],
    ['≥', '2024-05-15 15:00:30 UTC', [1, 2]],
  ])('on a start time: %s %s', (comparison, value, expected) => {
    const four = [item, item, item, item];
    expect(met(four, 'startTime', comparison, value, times)).toEqual(expected);
  });

  it('and its opposite together match each value once', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.array(number, { maxLength: 20 }), number, (values, value) => {
        const items = values.map((reward) => ({ ...item, reward }));
        const count = (comparison: Comparison) => met(items, 'reward', comparison, `${value}`).length;
        expect(count('=')).toBe(values.filter((one) => one === value).length);
        expect(count('<')).toBe(values.filter((one) => one < value).length);
        expect(count('=') + count('≠')).toBe(values.length);
        expect(count('<') + count('≥')).toBe(values.length);
        expect(count('≤') + count('>')).toBe(values.length);
      }),
      inputs(200),
    );
  });
});

describe('A typed value', () => {
  const error = (column: ColumnKey, value: string) => conditionError({ column, comparison: '=', value });

  it.each<[ColumnKey, string]>([
    ['characters', '12,300'],
    ['reward', '-1.5e3'],
    ['startTime', '2024-02-29'],
    ['label:task', 'anything'],
  ])('is accepted: %s %s', (column, value) => {
    expect(error(column, value)).toBeNull();
  });

  it.each<[ColumnKey, string, RegExp]>([
    ['reward', '', /Type a value/],
    ['reward', '0,5', /Type a number/],
    ['number:metrics.passed', 'constructor', /Type a number/],
    ['number:metrics.passed', '__proto__', /Type a number/],
    ['reward', '1 2', /Type a number/],
    ['reward', '0x10', /Type a number/],
    ['startTime', '2023-02-29', /Type a date or a time in UTC/],
    ['startTime', '15:00', /Type a date or a time in UTC/],
    ['label:task', '  ', /Type a value/],
  ])('is rejected with an instruction: %s %s', (column, value, expected) => {
    expect(error(column, value)).toMatch(expected);
  });

  it('is restored only if it is valid', () => {
    const kept: Condition = { column: 'reward', comparison: '≥', value: '0.5' };
    expect(isCondition(kept)).toBe(true);
    for (const other of [
      null,
      5,
      {},
      { ...kept, comparison: 'contains' },
      { ...kept, value: 'x' },
      { ...kept, column: 1 },
    ])
      expect(isCondition(other)).toBe(false);
  });
});
