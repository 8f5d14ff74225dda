import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type IndexInGroup,
  indexAtOffset,
  missingAtIndex,
  nodeAtIndex,
} from '../../../../server/core/collection/lookup';
import { type Document, openDocument } from '../../../../server/core/document';
import { runToEnd } from '../../../../server/core/work';
import { engine, open, options } from '../support';
import { tableOf } from './support';

const trajectory = (reward: number) => `{"messages_and_choices": [{"role": "user"}], "reward": ${reward}}`;
const group = (...rewards: readonly number[]) => `{"trajectories": [${rewards.map(trajectory).join()}]}`;

/** Rewards by group. */
function rewards(content: string, how = options.trajectory): number[][] {
  const { rows, groups } = tableOf(open(content, how));
  let at = 0;
  return groups.map((count) => rows.slice(at, (at += count)).map(({ reward }) => reward));
}

describe('The collection of', () => {
  it('a log request, a training job or a group has its groups', () => {
    const groups = `"trajectory_groups": [${group(1, 2)}, ${group()}, ${group(3)}]`;
    expect(rewards(`{"split": "a", ${groups}}`)).toEqual([[1, 2], [], [3]]);
    expect(rewards(`{"model_id": "a", ${groups}}`)).toEqual([[1, 2], [], [3]]);
    expect(rewards(group(1, 2))).toEqual([[1, 2]]);
  });

  it('JSON Lines has a group for each line, whether that is a group or a trajectory', () => {
    expect(rewards(`${group(1, 2)}\n\n${group(3)}\n`, options.lines)).toEqual([[1, 2], [3]]);
    expect(rewards(`${trajectory(1)}\n${trajectory(2)}`, options.lines)).toEqual([[1], [2]]);
  });

  it('an array has a group for each item, and one trajectory is one group', () => {
    expect(rewards(`[${group(1, 2)}, ${group(3)}]`)).toEqual([[1, 2], [3]]);
    expect(rewards(`[${trajectory(1)}, ${trajectory(2)}]`)).toEqual([[1], [2]]);
    expect(rewards(trajectory(1))).toEqual([[1]]);
  });

  it('anything else is empty', () => {
    for (const content of ['', '7', '[]', '[1]', '{"split": "a"}', '{"trajectory_groups": {}}'])
      expect(rewards(content), content).toEqual([]);
    expect(rewards('{"epsilon": 1}', options.config)).toEqual([]);
  });

  it('a half-typed document has what is intact', () => {
    const whole = `{"split": "a", "trajectory_groups": [${group(1, 2)}, ${group(3, 4)}]}`;
    const half = whole.slice(0, whole.indexOf('4}') + 1);
    expect(rewards(half)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(rewards(half.replace('"reward": 1', '"reward": '))).toEqual([
      [Number.NaN, 2],
      [3, 4],
    ]);
  });

  it('a group with duplicate trajectories properties has those of the last, which counts', () => {
    expect(rewards('{"trajectories": [{"reward": 1}], "trajectories": [{"reward": 2}]}')).toEqual([[2]]);
  });
});

describe('A row shows', () => {
  const row = (members: string) => tableOf(open(`{"trajectories": [{${members}}]}`)).rows[0]!;

  it('a finite reward, and nothing for any other value', () => {
    for (const [text, value] of [
      ['1e3', 1000],
      ['-0.5', -0.5],
      ['1e400', Number.NaN],
      ['"1"', Number.NaN],
      ['null', Number.NaN],
    ] as const)
      expect(row(`"reward": ${text}`).reward, text).toBe(value);
  });

  it('the start as an instant, and nothing without a time zone', () => {
    expect(row('"start_time": "2026-03-14T09:26:53Z"').startTime).toBe(Date.UTC(2026, 2, 14, 9, 26, 53));
    expect(row('"start_time": "2026-03-14T09:26:53"').startTime).toBeNaN();
    expect(row('"start_time": "yesterday"').startTime).toBeNaN();
  });

  it('numbers and booleans of metrics and metadata, and short values of metadata', () => {
    const found = row(
      `"metrics": {"a": 1, "b": "x", "ok": false}, "auto_metrics": {"a": 2}, "metadata": {"id": 12345678901234567890, "__proto__": "p", "ok": true, "x": 0.5, "long": "${'x'.repeat(101)}", "o": {}}`,
    );
    expect(Object.entries(found.numbers)).toEqual([
      ['metrics.a', 1],
      ['metrics.ok', 0],
      ['auto_metrics.a', 2],
      ['id', Number('12345678901234567890')],
      ['ok', 1],
      ['x', 0.5],
    ]);
    expect(Object.entries(found.labels)).toEqual([
      ['id', '12345678901234567890'],
      ['__proto__', 'p'],
      ['ok', 'true'],
    ]);
  });

  it('an integer id that pandas wrote with a point, because another one was missing', () => {
    expect(row('"metadata": {"task_id": 17.0, "x": 0.50}').labels).toEqual({ task_id: '17' });
  });

  it('a metadata key under its own name, unless something else has that name', () => {
    const found = row('"metrics": {"a": 1}, "metadata": {"a": 2, "metrics.a": 3, "reward": 4, "metrics": 5}');
    const names = ['a', 'metadata.metrics.a', 'metadata.reward', 'metrics'];
    expect(Object.entries(found.numbers)).toEqual([
      ['metrics.a', 1],
      ...names.map((name, i) => [name, i + 2]),
    ]);
    expect(Object.keys(found.labels)).toEqual(names);
  });

  it('what was cut off, what has no answer, and which tools were called', () => {
    const call = (name: string) => `{"tool_calls": [{"id": "${name}", "function": {"name": "${name}"}}]}`;
    const messages = [call('a'), '{"role": "tool", "tool_call_id": "a"}', call('b'), call('a')];
    const cut = [
      '{"finish_reason": "length"}',
      '{"message": {"content": "\\u0061b"}, "finish_reason": "length"}',
    ];
    expect(row(`"messages_and_choices": [${[...messages, ...cut].join()}]`)).toMatchObject({
      messages: 6,
      characters: 2,
      calls: 3,
      unanswered: 2,
      cutOff: 2,
      tools: ['a', 'b'],
    });
  });

  it('the number of errors and warnings, but not of hints', () => {
    const found = row('"reward": "1", "other": 1, "tools": null');
    expect(found.problems).toBe(2);
  });
});

describe('Trajectories and messages', () => {
  const file = (name: string) => readFileSync(`examples/airline.${name}`, 'utf8');
  const documents: [string, Document][] = [
    ['a log request', openDocument(engine, file('trajectories.json'), options.trajectory)],
    ['JSON Lines', openDocument(engine, file('trajectories.jsonl'), options.lines)],
    ['a small log request', open(`{"trajectory_groups": [${group(1, 2)}, ${group(3)}]}`)],
    ['lines of trajectories', open(`${trajectory(1)}\n${trajectory(2)}`, options.lines)],
  ];

  it.each(documents)('of %s are found by number and by offset', (_, document) => {
    const { rows, groups } = tableOf(document);
    let number = 0;
    for (const [index, count] of groups.entries()) {
      for (let member = 0; member < count; member++, number++) {
        const last = rows[number]!.messages - 1;
        const whole = runToEnd(nodeAtIndex(document, number, null))!;
        const message = runToEnd(nodeAtIndex(document, number, last))!;
        expect(runToEnd(nodeAtIndex(document, { group: index, member }, last))?.from).toBe(message.from);
        expect(runToEnd(indexAtOffset(document, whole.from))).toEqual({ trajectory: number, message: null });
        expect(runToEnd(indexAtOffset(document, message.from + 1))).toEqual({
          trajectory: number,
          message: last,
        });
      }
    }
    expect(number).toBe(rows.length);
    expect(runToEnd(nodeAtIndex(document, number, null))).toBeNull();
    expect(runToEnd(nodeAtIndex(document, 0, 1_000_000))).toBeNull();
    expect(runToEnd(nodeAtIndex(document, { group: groups.length, member: null }, null))).toBeNull();
    expect(runToEnd(nodeAtIndex(document, { group: 0, member: 1_000_000 }, null))).toBeNull();
    const missing = (index: number | IndexInGroup) => runToEnd(missingAtIndex(document, index));
    expect(missing(number)).toEqual({ missing: 'trajectory', count: number });
    expect(missing(0)).toEqual({ missing: 'message', count: rows[0]!.messages });
    expect(missing({ group: groups.length, member: null })).toEqual({
      missing: 'group',
      count: groups.length,
    });
    expect(missing({ group: 0, member: 1_000_000 })).toEqual({ missing: 'trajectory', count: groups[0] });
  });

  it('are not found outside of trajectories', () => {
    const content = `{"split": "a", "trajectory_groups": [${group(1)}]}`;
    for (const at of [0, content.indexOf('split'), content.indexOf('trajectories'), content.length])
      expect(runToEnd(indexAtOffset(open(content), at)), content.slice(at)).toEqual({
        trajectory: null,
        message: null,
      });
  });
});
