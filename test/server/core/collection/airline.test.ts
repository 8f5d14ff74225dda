import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { collectSummaries } from '../../../../server/core/collection/summaries/collection';
import { mergedRows } from '../../../../server/core/collection/summaries/merged';
import { openDocument } from '../../../../server/core/document';
import { runToEnd } from '../../../../server/core/work';
import { engine, options } from '../support';

const file = (name: string): string => readFileSync(`examples/airline.${name}`, 'utf8');

interface Call {
  readonly id?: string;
  readonly function: { readonly name: string };
}

interface Message {
  readonly content: string | null;
  readonly tool_calls?: readonly Call[];
  readonly tool_call_id?: string;
}

interface Trajectory {
  readonly messages_and_choices: readonly Message[];
  readonly reward: number;
  readonly start_time?: string;
  readonly metrics?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

interface Group {
  readonly trajectories: readonly Trajectory[];
}

/** The same figures, computed independently of the server. */
function independent(groups: readonly Group[]) {
  const all = groups.flatMap(({ trajectories }) => trajectories);
  const calls = ({ messages_and_choices }: Trajectory) =>
    messages_and_choices.flatMap(({ tool_calls }) => tool_calls ?? []);
  const column = (part: 'metrics' | 'metadata', key: string) => all.map((one) => one[part]?.[key]);
  return {
    groups: groups.map(({ trajectories }) => trajectories.length),
    reward: all.map(({ reward }) => reward),
    startTime: all.map(({ start_time }) => (start_time === undefined ? Number.NaN : Date.parse(start_time))),
    messages: all.map(({ messages_and_choices }) => messages_and_choices.length),
    characters: all.map(({ messages_and_choices }) =>
      messages_and_choices.reduce((sum, { content }) => sum + (content?.length ?? 0), 0),
    ),
    calls: all.map((one) => calls(one).length),
    unanswered: all.map(({ messages_and_choices }) => {
      const open = new Set<string>();
      for (const { tool_calls, tool_call_id } of messages_and_choices) {
        for (const { id } of tool_calls ?? []) open.add(id!);
        if (tool_call_id !== undefined) open.delete(tool_call_id);
      }
      return open.size;
    }),
    tools: all.map((one) => [...new Set(calls(one).map((call) => call.function.name))]),
    column,
  };
}

it.each([
  ['log request', 'trajectories.json', options.trajectory],
  ['JSON Lines', 'trajectories.jsonl', options.lines],
])('The collection of a real %s has the same numbers as an independent computation', (_, name, how) => {
  const content = file(name);
  const groups: Group[] = name.endsWith('l')
    ? content
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : JSON.parse(content).trajectory_groups;
  const expected = independent(groups);
  const collection = runToEnd(collectSummaries(openDocument(engine, content, how)));
  const rows = runToEnd(mergedRows(collection.rows, collection.columns));
  expect(collection.groups.flatMap(({ trajectories }) => [...trajectories])).toEqual(expected.groups);
  for (const key of ['reward', 'startTime', 'messages', 'characters', 'calls', 'unanswered'] as const)
    expect([...rows[key]], key).toEqual(expected[key]);
  expect(rows.problems.every((count) => count === 0)).toBe(true);
  const { names, starts, codes } = rows.tools;
  const toolsOf = (i: number) => [...codes.subarray(starts[i], starts[i + 1])].map((code) => names[code]);
  expect(expected.tools.map((_tools, i) => toolsOf(i))).toEqual(expected.tools);
  expect(rows.numbers.length).toBeGreaterThan(0);
  for (const { name: column, values } of rows.numbers) {
    const [part, key] = (column.includes('.') ? column.split('.') : ['metadata', column]) as [
      'metrics' | 'metadata',
      string,
    ];
    const numbers = expected
      .column(part, key)
      .map((value) => (typeof value === 'number' ? value : Number.NaN));
    expect([...values], column).toEqual(numbers);
  }
  expect(rows.labels.length).toBeGreaterThan(0);
  for (const { name: column, texts, values } of rows.labels)
    expect([...values].map((value) => texts[value])).toEqual(expected.column('metadata', column).map(String));
});
