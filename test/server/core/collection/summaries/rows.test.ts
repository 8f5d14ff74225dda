import { expect, it } from 'vitest';
import { columnsOf } from '../../../../../server/core/collection/summaries/columns';
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
  const { numbers, labels } = merged([rows, rows]);
  expect([...numbers[1]!.values.entries()].filter(([, value]) => !Number.isNaN(value))).toEqual(
    [2, 3, 202, 203].map((at) => [at, at % 200]),
  );
  expect([...labels[1]!.values.entries()].filter(([, value]) => value >= 0)).toEqual(
    [2, 3, 202, 203].map((at) => [at, (at % 200) % 2]),
  );
  expect(labels[1]!.texts).toEqual(['2', '3']);
});

it('Rows keep every number, in arrays of any size', () => {
  const integerOf = (i: number): number => integers[i % integers.length]!;
  const { count, reward, startTime, messages, calls, tools, labels, ...others } = merged([
    rowsOf(numbers.map((number, i) => row(number, integerOf(i)))),
    rowsOf([row(0.5, 3)]),
  ]);
  const all = [...numbers, 0.5];
  const allIntegers = [...numbers.map((_, i) => integerOf(i)), 3];
  expect(count).toBe(all.length);
  for (const floats of [reward, startTime, others.numbers[0]!.values]) expect([...floats]).toEqual(all);
  for (const found of [messages, calls, others.characters, others.problems, others.unanswered, others.cutOff])
    expect([...found]).toEqual(allIntegers);
  const { texts, values } = labels[0]!;
  expect([...values].map((code) => texts[code])).toEqual(allIntegers.map(String));
  const toolsAt = (i: number): string[] =>
    [...tools.codes.subarray(tools.starts[i], tools.starts[i + 1])].map((code) => tools.names[code]!);
  expect(all.map((_, i) => toolsAt(i))).toEqual(allIntegers.map((integer) => ['search', String(integer)]));
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

function merged(rows: readonly Rows[]) {
  return runToEnd(mergedRows(rows, runToEnd(columnsOf(rows))));
}
