import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AlignedRow, alignTurns } from '../../../../../server/core/collection/comparison/alignment';
import { compareTrajectories } from '../../../../../server/core/collection/comparison/comparison';
import type { Turn } from '../../../../../server/core/collection/comparison/turns';
import { runToEnd } from '../../../../../server/core/work';
import { inputs } from '../../../../budget';
import { open } from '../../support';

/** A turn per word, such as `a1`: a role, and what is said. */
const turns = (text: string): Turn[] =>
  text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ({
      role: word[0]!,
      isAssistant: word[0] === 'a',
      said: [...word].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0),
      calls: [],
    }));

/** Rows as lines: `a1|a2` for two turns beside each other, `-` for none. */
function aligned(...texts: string[]): string[] {
  const words = texts.map((text) => text.split(' '));
  const rows = runToEnd(alignTurns(texts.map(turns)));
  return rows.map((row) => row.map((turn, i) => (turn < 0 ? '-' : words[i]![turn])).join('|'));
}

describe('Turns are aligned', () => {
  it('if they are equal', () => {
    expect(aligned('u1 a1 u2 a2', 'u1 a1 u2 a2')).toEqual(['u1|u1', 'a1|a1', 'u2|u2', 'a2|a2']);
  });

  it('by their role between equal ones', () => {
    expect(aligned('u1 a1 u2', 'u1 a9 u2')).toEqual(['u1|u1', 'a1|a9', 'u2|u2']);
  });

  it('with nothing if the other has none of that role there', () => {
    expect(aligned('u1 a1 u2', 'u1 a1 t1 u2')).toEqual(['u1|u1', 'a1|a1', '-|t1', 'u2|u2']);
    expect(aligned('u1 a1 t1 u2', 'u1 u2')).toEqual(['u1|u1', 'a1|-', 't1|-', 'u2|u2']);
  });

  it('after a turn that is missing', () => {
    expect(aligned('u1 a1 u2 a2 u3', 'u1 a2 u3')).toEqual(['u1|u1', 'a1|-', 'u2|-', 'a2|a2', 'u3|u3']);
  });

  it('to the end of the longer one', () => {
    expect(aligned('u1', 'u1 a1 u2')).toEqual(['u1|u1', '-|a1', '-|u2']);
    expect(aligned('u1 a1', 'u1')).toEqual(['u1|u1', 'a1|-']);
  });

  it('among more than two', () => {
    expect(aligned('u1 a1', 'u1 a2 t1', 'u1 t1 a1', 'u1')).toEqual([
      'u1|u1|u1|u1',
      '-|-|t1|-',
      'a1|a2|a1|-',
      '-|t1|-|-',
    ]);
  });

  it('completely and in order, whatever they are', () => {
    const texts = fc
      .array(fc.constantFrom('u1', 'u2', 'u3', 'a1', 'a2', 'a3', 't1', 't2'), { maxLength: 14 })
      .map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(texts, { minLength: 2, maxLength: 4 }), (all) => {
        const read = all.map(turns);
        const rows: AlignedRow[] = runToEnd(alignTurns(read));
        for (const [column, own] of read.entries()) {
          expect(rows.map((row) => row[column]!).filter((turn) => turn >= 0)).toEqual([...own.keys()]);
        }
        for (const row of rows) {
          const roles = row.flatMap((turn, i) => (turn < 0 ? [] : [read[i]![turn]!.role]));
          expect(new Set(roles).size).toBe(1);
        }
      }),
      inputs(300),
    );
  });
});

function compared(content: string, numbers: readonly number[]) {
  const document = open(content);
  return runToEnd(compareTrajectories(numbers.map((trajectory) => ({ document, trajectory }))));
}

const group = (...conversations: unknown[][]) =>
  JSON.stringify({
    trajectories: conversations.map((messages_and_choices) => ({ messages_and_choices, reward: 1 })),
  });
const user = (content: unknown) => ({ role: 'user', content });
const assistant = (content: unknown, others = {}) => ({ role: 'assistant', content, ...others });

describe('A comparison', () => {
  it('finds the differences of two runs of the airline example', () => {
    const content = readFileSync('examples/airline.trajectories.json', 'utf8');
    const found = compared(content, [43 * 4, 43 * 4 + 1])!;
    expect(found.firstDifference).toBe(3);
    expect(found.firstOfAssistant).toBe(6);
    expect(found.rows[6]).toEqual([6, 6]);
    expect([...found.alike.subarray(0, 7)]).toEqual([1, 1, 1, 0, 1, 1, 0]);
    expect(found.trajectories).toEqual([
      {
        ...{ trajectory: 172, group: 43, member: 0, total: 14 },
        calls: [
          { name: 'get_reservation_details', count: 1 },
          { name: 'update_reservation_passengers', count: 1 },
        ],
        callCount: 2,
      },
      {
        ...{ trajectory: 173, group: 43, member: 1, total: 14 },
        calls: [{ name: 'get_reservation_details', count: 1 }],
        callCount: 1,
      },
    ]);
  });

  it('counts the white space of text that looks like JSON, except in results and arguments', () => {
    const alike = (one: unknown, other: unknown) =>
      compared(group([one], [other]), [0, 1])!.firstDifference === null;
    expect(alike(assistant('{"x":1}'), assistant('{ "x": 1 }'))).toBe(false);
    expect(alike(user('[1,2]'), user('[1, 2]'))).toBe(false);
    const result = (content: string) => ({ role: 'tool', tool_call_id: 'a', content });
    expect(alike(result('{"x":1}'), result('{ "x": 1 }'))).toBe(true);
  });

  it('tells apart items that are no messages', () => {
    const odd = (values: readonly unknown[]) => {
      const { alike } = compared(group([...values], [1, null, 'a', [1, 2], true]), [0, 1])!;
      return [...alike];
    };
    expect(odd([1, null, 'a', [1, 2], true])).toEqual([1, 1, 1, 1, 1]);
    expect(odd([2, null, 'b', [1, 3], true])).toEqual([0, 1, 0, 0, 1]);
    expect(odd([null, null, null, null, null])).toContain(0);
  });

  it('ignores ids of calls and white space in their arguments', () => {
    const call = (id: string, given: string) => [
      user('hi'),
      assistant(null, { tool_calls: [{ id, function: { name: 'f', arguments: given } }] }),
      { role: 'tool', tool_call_id: id, content: 'ok' },
    ];
    const same = compared(group(call('a', '{"x":1}'), call('b', '{ "x": 1 }')), [0, 1])!;
    expect(same.firstDifference).toBeNull();
    const other = compared(group(call('a', '{"x":1}'), call('b', '{"x":2}')), [0, 1])!;
    expect([other.firstDifference, other.firstOfAssistant]).toEqual([1, 1]);
  });

  it('tells reasoning, roles, names and escaped texts apart, but not how they are escaped', () => {
    const of = (a: unknown, b: unknown) => compared(group([a], [b]), [0, 1])!.firstDifference;
    expect(of(assistant('x', { reasoning_content: 'p' }), assistant('x', { reasoning_content: 'q' }))).toBe(
      0,
    );
    const [one, two] = ['p', 'q'].map((reasoning) => assistant('x', { reasoning_content: '', reasoning }));
    expect(of(one, two)).toBe(0);
    expect(of(user('x'), { ...user('x'), name: 'Ann' })).toBe(0);
    expect(of(user('x'), user('y'))).toBe(0);
    expect(of(user(''), user(null))).toBeNull();
    const escaped = group([user('é')], [user('E')]).replace('E', '\\u00e9');
    expect(compared(escaped, [0, 1])!.firstDifference).toBeNull();
  });

  it('ignores white space in the JSON of a result, but not in what the assistant says', () => {
    const of = (a: unknown, b: unknown) => compared(group([a], [b]), [0, 1])!.firstDifference;
    const result = (content: string) => ({ role: 'tool', content });
    expect(of(result('{"a":1}'), result('{ "a": 1 }'))).toBeNull();
    expect(of(assistant('{"a":1}'), assistant('{ "a": 1 }'))).toBe(0);
  });

  it('has less than 1 MB, however long the trajectories and their roles are', () => {
    const conversation = (name: string) =>
      Array.from({ length: 6000 }, (_, i) => ({ role: `${name}${i}${'x'.repeat(150)}`, content: name }));
    const found = compared(group(...['a', 'b', 'c', 'd'].map(conversation)), [0, 1, 2, 3])!;
    expect(found.isCut).toBe(true);
    const integers = 4 * (found.rows.flat().length + found.alike.length + found.roles.rows.length);
    expect((4 / 3) * integers + JSON.stringify(found.roles.names).length).toBeLessThan(1_000_000);
    expect(found.roles.names.at(-1)).toBe('…');
  });

  it('counts all calls, also of tools that it does not name', () => {
    const calls = Array.from({ length: 60 }, (_, i) => ({ function: { name: `f${i}` } }));
    const [first] = compared(group([assistant(null, { tool_calls: calls })], []), [0, 1])!.trajectories;
    expect([first!.calls.length, first!.callCount]).toEqual([50, 60]);
  });

  it('counts a choice as a message of the assistant', () => {
    const choice = (content: string) => ({ finish_reason: 'stop', index: 0, message: { content } });
    expect(compared(group([choice('a')], [choice('b')]), [0, 1])!.firstOfAssistant).toBe(0);
  });

  it('names the roles of its rows', () => {
    const { roles } = compared(group([user('a'), assistant('b'), {}], [user('a')]), [0, 1])!;
    expect([...roles.rows].map((code) => roles.names[code] ?? null)).toEqual(['user', 'assistant', null]);
  });

  it('is null if one of the trajectories does not exist', () => {
    expect(compared(group([user('a')]), [0, 1])).toBeNull();
  });
});
