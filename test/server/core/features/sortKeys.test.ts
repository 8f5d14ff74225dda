import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentOptions } from '../../../../server/core/document';
import { computeSortEdits } from '../../../../server/core/features/sortKeys';
import { runToEnd } from '../../../../server/core/work';
import { inputs } from '../../../budget';
import { request, value } from '../arbitrary';
import { open, options } from '../support';
import { withEdits } from './support';

/** The text with sorted keys; null if refused. */
function sorted(content: string, how: DocumentOptions = options.trajectory): string | null {
  const edits = runToEnd(computeSortEdits(open(content, how)));
  return edits && withEdits(content, edits);
}

describe('Sorting keys', () => {
  it('puts documented properties in the order of the interface, then others by name', () => {
    const content =
      '{"trajectory_groups": [{"z": 1, "b": 2, "trajectories": [{"reward": 1, "messages_and_choices": []}]}], "split": "a"}';
    expect(sorted(content)).toBe(
      '{"split": "a", "trajectory_groups": [{"trajectories": [{"messages_and_choices": [], "reward": 1}], "b": 2, "z": 1}]}',
    );
  });
  it('sorts by name where nothing is documented', () => {
    expect(sorted('{"metadata": {"b": {"d": 1, "c": 2}, "B": 3, "a": [{"y": 1, "x": 2}]}}')).toBe(
      '{"metadata": {"B": 3, "a": [{"x": 2, "y": 1}], "b": {"c": 2, "d": 1}}}',
    );
  });
  it('leaves commas and white space where they are', () => {
    expect(sorted('{\n  "b" : [ 1 ],\t"a":2 ,\r\n\n"c": 3 }')).toBe(
      '{\n  "a":2,\t"b" : [ 1 ] ,\r\n\n"c": 3 }',
    );
  });
  it('keeps the order of members with the same name, even if it is escaped: the last one counts', () => {
    expect(sorted('{"b": 1, "a": 1, "\\u0061": 2, "a": 3, "reward": 1}')).toBe(
      '{"a": 1, "\\u0061": 2, "a": 3, "b": 1, "reward": 1}',
    );
  });
  it('sorts very many members, and the objects among them', () => {
    const members = (order: (a: number, b: number) => number, object: string) =>
      Array.from({ length: 20_000 }, (_, i) => i)
        .sort(order)
        .map((i) => `"k${i + 100_000}": ${i % 3 === 0 ? object : i}`)
        .join(', ');
    const inMetadata = (content: string) => `{"metadata": {${content}}}`;
    expect(sorted(inMetadata(members((a, b) => b - a, '{"b": 1, "a": [2]}')))).toBe(
      inMetadata(members((a, b) => a - b, '{"a": [2], "b": 1}')),
    );
  });
  it('sorts each line of JSON Lines', () => {
    expect(sorted('{"b": 1, "trajectories": []}\n\n{"d": 1, "c": [{"f": 1, "e": 2}]}\n', options.lines)).toBe(
      '{"trajectories": [], "b": 1}\n\n{"c": [{"e": 2, "f": 1}], "d": 1}\n',
    );
  });
  it('changes only what is not in order', () => {
    const content =
      '{"split": "a", "trajectory_groups": [{"b": 1, "c": 3, "trajectories": [], "d": 1}, {"a": {"c": 1, "b": 2}}]}';
    const edits = runToEnd(computeSortEdits(open(content)))!;
    expect(edits.map(({ from, to }) => content.slice(from, to))).toEqual([
      '"b": 1, "c": 3, "trajectories": []',
      '"c": 1, "b": 2',
    ]);
  });
  it('is refused if the text is not JSON', () => {
    expect(sorted('{"b": 1 "a": 2}')).toBeNull();
    expect(sorted('{"b": 1, // first\n"a": 2}')).toBeNull();
    expect(sorted('{"b": 1, "a": }')).toBeNull();
  });
  it('survives a hundred thousand levels', () => {
    const depth = 100_000;
    const content = `${'{"b": 1, "a": '.repeat(depth)}1${'}'.repeat(depth)}`;
    expect(sorted(content)!.startsWith('{"a": {"a": {"a": ')).toBe(true);
  });
});

/** All names and scalars as written, sorted, to compare their texts. */
const members = (content: string): string[] =>
  content.match(/"(?:[^"\\]|\\.)*"\s*:|[^\s{}[\],:]+/g)?.sort() ?? [];

describe('For any JSON, sorting keys', () => {
  it.each([
    ['any value', value],
    ['a request', request],
  ])('changes neither values nor texts, and changes nothing when repeated: %s', (_, documents) => {
    fc.assert(
      fc.property(documents, (content) => {
        const once = sorted(content)!;
        expect(JSON.parse(once)).toEqual(JSON.parse(content));
        expect(once).toHaveLength(content.length);
        expect(members(once)).toEqual(members(content));
        expect(sorted(once)).toBe(once);
      }),
      inputs(100),
    );
  });
});

it('A sorted object of very many members is only read', () => {
  const document = open(`{${Array.from({ length: 100_000 }, (_, i) => `"${1e6 + i}": 1`).join()}}`);
  const work = computeSortEdits(document);
  let steps = 0;
  while (work.next().done !== true) steps++;
  // 1000 members in a step, and each is passed twice.
  expect(steps).toBeLessThan(250);
});
