import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../../../server/core/collection/summaries/columns';
import { compactRows } from '../../../../../server/core/collection/summaries/compactRows';
import { mergedRows } from '../../../../../server/core/collection/summaries/merged';
import { type Row, type Rows, rowsOf } from '../../../../../server/core/collection/summaries/rows';
import { runToEnd } from '../../../../../server/core/work';

describe('Compact rows', () => {
  it('have the same values', () => {
    const rows = rowsOf(numbers.map((number, i) => row(number, integers[i % integers.length]!)));
    expect(merged(compactRows(rows))).toEqual(merged(rows));
  });

  it.each([
    [0, Int8Array],
    [127, Int8Array],
    [128, Int16Array],
    [32_767, Int16Array],
    [32_768, Int32Array],
    [-128, Int8Array],
    [-129, Int16Array],
    [-32_769, Int32Array],
  ])('hold %d in the smallest array of integers', (integer, array) => {
    const { messages } = compactRows(rowsOf([row(0, 1), row(0, integer)]));
    expect(messages).toBeInstanceOf(array);
    expect([...messages]).toEqual([1, integer]);
  });

  it.each([
    [0.5, Float32Array],
    [Number.NaN, Float32Array],
    [-0, Float32Array],
    [0.1, Float64Array],
    [2 ** 24 + 1, Float64Array],
    [1e300, Float64Array],
  ])('hold %d in the smallest array of numbers', (number, array) => {
    const { reward } = compactRows(rowsOf([row(1, 0), row(number, 0)]));
    expect(reward).toBeInstanceOf(array);
    expect([...reward]).toEqual([1, number]);
  });
});

const numbers = [0, -0, 1, 0.1, Number.NaN, 2 ** 24 + 1, 1e300, -1.5, Number.POSITIVE_INFINITY];
const integers = [0, 127, -129, 40_000];

function row(number: number, integer: number): Row {
  return {
    reward: number,
    startTime: number,
    messages: integer,
    characters: integer,
    problems: integer,
    calls: integer,
    unanswered: integer,
    cutOff: integer,
    numbers: [{ name: 'metrics.a', value: number, isBoolean: false }],
    labels: [['task_id', String(integer)]],
    fingerprint: integer,
    tools: new Set(['search', String(integer)]),
  };
}

function merged(rows: Rows) {
  return runToEnd(mergedRows([rows, rows], runToEnd(columnsOf([rows]))));
}
