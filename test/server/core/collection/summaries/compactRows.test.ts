import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../../../server/core/collection/summaries/columns';
import { compactRows } from '../../../../../server/core/collection/summaries/compactRows';
import { mergedRows } from '../../../../../server/core/collection/summaries/merged';
import { type Row, type Rows, rowsOf } from '../../../../../server/core/collection/summaries/rows';
import { runToEnd } from '../../../../../server/core/work';

it('Columns that each have a value in few rows take no more room than these', () => {
  const rows = rowsOf(
    Array.from({ length: 200 }, (_, i) => ({
      ...row(i, i),
      numbers: [{ name: `n${i >> 1}`, value: i, isBoolean: false }],
      labels: [[`l${i >> 1}`, String(i)]] as const,
    })),
  );
  const size = (columns: readonly { readonly values: ArrayLike<number> }[]): number =>
    columns.reduce((sum, { values }) => sum + values.length, 0);
  expect([size(rows.numbers), size(rows.labels)]).toEqual([200, 200]);
  for (const same of [rows, compactRows(rows)]) {
    const { numbers, labels } = runToEnd(mergedRows([same, same], runToEnd(columnsOf([same]))));
    expect([...numbers[1]!.values.entries()].filter(([, value]) => !Number.isNaN(value))).toEqual(
      [2, 3, 202, 203].map((at) => [at, at % 200]),
    );
    expect([...labels[1]!.values.entries()].filter(([, value]) => value >= 0)).toEqual(
      [2, 3, 202, 203].map((at) => [at, (at % 200) % 2]),
    );
    expect(labels[1]!.texts).toEqual(['2', '3']);
  }
});

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
