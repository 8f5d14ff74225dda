import { describe, expect, it } from 'vitest';
import { definitionsOf, referencesOf } from '../../../../../server/core/features/references/definitions';
import { highlights } from '../../../../../server/core/features/references/highlights';
import { sliceText } from '../../../../../server/core/text/text';
import { runToEnd } from '../../../../../server/core/work';
import { openAt, options } from '../cursor';

const content = `{"trajectory_groups": [{"trajectories": [{
  "messages_and_choices": [
    {"role": "user", "content": "look it up", "name": "search"},
    {"role": "assistant", "content": null, "tool_calls": [
      {"id": "c1", "function": {"name": "search", "arguments": "{}"}},
      {"id": "c2", "function": {"name": "fetch", "arguments": "{}"}}
    ]},
    {"role": "tool", "tool_call_id": "c1", "name": "search", "content": "search"},
    {"role": "tool", "tool_call_id": "c2", "content": "c1"},
    {"finish_reason": "stop", "index": 0, "message": {"role": "assistant", "tool_calls": [
      {"id": "c1", "function": {"name": "\\u0073earch"}}
    ]}},
    {"role": "tool", "tool_call_id": "c1"},
    {"role": "tool", "tool_call_id": "c9"},
    {"role": "assistant", "function_call": {"name": "fetch"}},
    {"role": "function", "name": "fetch"}
  ],
  "tools": [
    {"type": "function", "function": {"name": "search", "description": "search"}},
    {"type": "function", "function": {"name": "fetch"}},
    {"type": "function", "function": {"name": "fetch", "strict": true}}
  ]
}, {
  "messages_and_choices": [{"role": "tool", "tool_call_id": "c1", "name": "search"}]
}]}]}`;

/** The content with the cursor in the n-th occurrence (from 0) of a text. */
function at(found: string, n = 0, into = 1) {
  let offset = -1;
  for (let i = 0; i <= n; i++) offset = content.indexOf(found, offset + 1);
  return openAt(`${content.slice(0, offset + into)}|${content.slice(offset + into)}`);
}

/** A range as its line (from 1) and text. */
function place(
  document: ReturnType<typeof at>['document'],
  { from, to }: { from: number; to: number },
): string {
  const line = sliceText(document.text, 0, from).split('\n').length;
  return `${line} ${sliceText(document.text, from, to)}`;
}

function definitions(cursor: ReturnType<typeof at>): string[] {
  return runToEnd(definitionsOf(cursor.document, cursor.offset)).definitions.map((one) => {
    const selection = { from: one.selectionFrom, to: one.selectionTo };
    return `${place(cursor.document, selection)} in ${sliceText(cursor.document.text, one.from, one.to)}`;
  });
}

function references(cursor: ReturnType<typeof at>, withDefinition: boolean): string[] {
  return runToEnd(referencesOf(cursor.document, cursor.offset, withDefinition)).ranges.map((one) =>
    place(cursor.document, one),
  );
}

function highlighted(cursor: ReturnType<typeof at>): string[] | undefined {
  const found = runToEnd(highlights(cursor.document, cursor.offset));
  return found?.highlights.map((one) => `${one.kind} ${place(cursor.document, one)}`);
}

describe('The definition', () => {
  const search = '19 search in {"type": "function", "function": {"name": "search", "description": "search"}}';
  it('of a called tool is in the tools of the trajectory', () => {
    expect(definitions(at('"search", "arguments'))).toEqual([search]);
  });
  it('of an escaped name is the same', () => {
    expect(definitions(at('"\\u0073earch"'))).toEqual([search]);
  });
  it('of a tool is every tool with that name', () => {
    expect(definitions(at('"fetch"}', 0))).toEqual([
      '20 fetch in {"type": "function", "function": {"name": "fetch"}}',
      '21 fetch in {"type": "function", "function": {"name": "fetch", "strict": true}}',
    ]);
  });
  it('of the name in a result is the tool', () => {
    expect(definitions(at('"search", "content'))).toEqual([search]);
  });
  it('of the name of a speaker does not exist', () => {
    expect(definitions(at('"search"}', 0))).toEqual([]);
  });
  it('of a result is the last call before it', () => {
    expect(definitions(at('"c1", "name'))).toEqual([
      '5 c1 in {"id": "c1", "function": {"name": "search", "arguments": "{}"}}',
    ]);
    expect(definitions(at('"tool_call_id": "c1"}', 0, 18))).toEqual([
      '11 c1 in {"id": "c1", "function": {"name": "\\u0073earch"}}',
    ]);
  });
  it('of a call is the call itself', () => {
    expect(definitions(at('"c2", "function'))).toEqual([
      '6 c2 in {"id": "c2", "function": {"name": "fetch", "arguments": "{}"}}',
    ]);
  });
  it('of a result without a call does not exist', () => {
    expect(definitions(at('"c9"'))).toEqual([]);
  });
  it('is not searched for in other trajectories', () => {
    expect(definitions(at('"c1", "name', 1))).toEqual([]);
    expect(definitions(at('"search"}', 1))).toEqual([]);
  });
  it('does not exist for any other text, even one that equals a name', () => {
    expect(definitions(at('"search"}', 0))).toEqual([]);
    expect(definitions(at('"c1"},\n'))).toEqual([]);
    expect(definitions(at('"description": "search"', 0, 17))).toEqual([]);
  });
});

describe('The references', () => {
  it('of a tool are its calls and results', () => {
    const found = ['5 search', '8 search', '11 \\u0073earch'];
    expect(references(at('"search", "description'), false)).toEqual(found);
    expect(references(at('"search", "description'), true)).toEqual([...found, '19 search']);
  });
  it('of a tool include calls of the older form', () => {
    expect(references(at('"fetch"}}', 0), false)).toEqual(['6 fetch', '15 fetch', '16 fetch']);
  });
  it('of a call are its results', () => {
    expect(references(at('"c2", "function'), false)).toEqual(['9 c2']);
    expect(references(at('"c2", "content'), true)).toEqual(['6 c2', '9 c2']);
  });
  it('of anything else do not exist', () => {
    expect(references(at('"look it up"'), true)).toEqual([]);
  });
});

describe('Highlights', () => {
  it('show where a tool is defined and used', () => {
    expect(highlighted(at('"search", "arguments'))).toEqual([
      'read 5 search',
      'read 8 search',
      'read 11 \\u0073earch',
      'write 19 search',
    ]);
  });
  it('show a call and its results', () => {
    expect(highlighted(at('"c2", "content'))).toEqual(['write 6 c2', 'read 9 c2']);
  });
  it('show a property name in the same trajectory only', () => {
    expect(highlighted(at('"tool_call_id"'))).toEqual([
      'text 8 tool_call_id',
      'text 9 tool_call_id',
      'text 13 tool_call_id',
      'text 14 tool_call_id',
    ]);
    expect(highlighted(at('"messages_and_choices"'))).toEqual(['text 2 messages_and_choices']);
  });
  it('show an undocumented property name, but not similar ones', () => {
    const cursor = openAt('{"messages_and_choices": [{"x|y": 1, "yx": 2, "\\u0078y": {"xy": 3}}], "z": 4}');
    expect(highlighted(cursor)).toEqual(['text 1 xy', 'text 1 \\u0078y', 'text 1 xy']);
  });
  it('show a name outside of trajectories only where it is outside of them', () => {
    const cursor = openAt(
      '{"trajectory_groups": [{"traj|ectories": [{"trajectories": 1}]}, {"trajectories": []}]}',
    );
    expect(highlighted(cursor)?.map((one) => one.slice(5))).toEqual(['1 trajectories', '1 trajectories']);
    expect(runToEnd(highlights(cursor.document, cursor.offset))?.highlights.map(({ from }) => from)).toEqual([
      25, 66,
    ]);
  });
  it('show a name in all lines that have it outside of trajectories', () => {
    const cursor = openAt('{"trajectories": []}\n{"traj|ectories": []}', options.lines);
    expect(highlighted(cursor)).toEqual(['text 1 trajectories', 'text 2 trajectories']);
  });
  it('leave other values to the editor', () => {
    expect(highlighted(at('"look it up"'))).toBeUndefined();
    expect(highlighted(at(': null', 0, 3))).toBeUndefined();
  });
  it('are found at the end of a very long conversation', () => {
    const items = '{"role": "user"},'.repeat(30_000);
    const last = '{"tool_calls": [{"id": "c1"}]}, {"tool_call_id": "c|1"}';
    expect(highlighted(openAt(`{"messages_and_choices": [${items}${last}]}`))).toEqual([
      'write 1 c1',
      'read 1 c1',
    ]);
  });
  it('are limited in number, and include the one at the cursor', () => {
    const items = Array.from({ length: 5000 }, (_, i) => `{"x${i % 2 ? '' : 'y'}": ${i}}`).join(',');
    const cursor = openAt(`{"messages_and_choices": [${items}], "a": {"b": {"x|": 1}}}`);
    const { highlights: listed, isCut } = runToEnd(highlights(cursor.document, cursor.offset))!;
    expect(listed).toHaveLength(1000);
    expect(listed[999]!.to).toBe(cursor.offset);
    expect(isCut).toBe(true);
  });
});

describe('A result says whether something is left out', () => {
  const keys = (count: number) =>
    openAt(
      `{"messages_and_choices": [${Array(count - 1)
        .fill('{"x": 1}')
        .join()}], "a": {"x|": 1}}`,
    );
  const calls = (count: number) =>
    openAt(
      `{"messages_and_choices": [${Array(count - 1)
        .fill('{"tool_call_id": "1"},')
        .join('')}{"tool_call_id": "1|"}]}`,
    );
  it('for property names', () => {
    for (const [count, isCut] of [
      [1000, false],
      [1001, true],
    ] as const) {
      const { document, offset } = keys(count);
      expect(runToEnd(highlights(document, offset))).toMatchObject({ highlights: { length: 1000 }, isCut });
    }
  });
  it('for mentions', () => {
    for (const [count, length, isCut] of [
      [1000, 1000, false],
      [1001, 1000, true],
    ] as const) {
      const { document, offset } = calls(count);
      expect(runToEnd(highlights(document, offset))).toMatchObject({ highlights: { length }, isCut });
      expect(runToEnd(referencesOf(document, offset, true))).toMatchObject({
        ranges: { length: count },
        isCut: false,
      });
    }
  });
  it('for references and definitions in a conversation that is too long', () => {
    const { document, offset } = calls(20_001);
    expect(runToEnd(definitionsOf(document, offset))).toEqual({ definitions: [], isCut: true });
    const { ranges, isCut } = runToEnd(referencesOf(document, offset, true));
    expect([ranges.length, ranges.at(-1)!.to, isCut]).toEqual([10_000, offset, true]);
  });
  it('for references and definitions of a tool that is everywhere, and lists the nearest', () => {
    const tools = '{"function": {"name": "f"}},'.repeat(10_500);
    const call = '{"tool_calls": [{"function": {"name": "f|"}}]}';
    const { document, offset } = openAt(`{"tools": [${tools}{}], "messages_and_choices": [${call}]}`);
    const definitions = runToEnd(definitionsOf(document, offset));
    expect([definitions.definitions.length, definitions.isCut]).toEqual([10_000, true]);
    expect(definitions.definitions.at(-1)!.to).toBe('{"tools": ['.length + tools.length - 1);
    const references = runToEnd(referencesOf(document, offset, true));
    expect([references.ranges.length, references.isCut]).toEqual([10_000, true]);
    expect(references.ranges.at(-1)!.to).toBe(offset);
  });
});

it('A message with many calls is read in as many steps', () => {
  const call = '{"id": "a", "function": {"name": "f"}}';
  const { document, offset } = openAt(
    `{"messages_and_choices": [{"role": "assistant", "tool_calls": [{"id": "|a"}, ${Array(1000).fill(call).join()}]}]}`,
    options.trajectory,
  );
  const work = definitionsOf(document, offset);
  let steps = 0;
  while (work.next().done !== true) steps++;
  expect(steps).toBeGreaterThan(1000);
});
