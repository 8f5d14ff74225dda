import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../../../../server/core/document';
import { complete } from '../../../../../server/core/features/completion/complete';
import type { Completion } from '../../../../../server/core/features/completion/completion';
import { documentationText } from '../../../../../server/core/features/completion/documentation';
import { runToEnd } from '../../../../../server/core/work';
import { inputs } from '../../../../budget';
import { text as anyText, request } from '../../arbitrary';
import { open, options } from '../../support';
import { completed, expanded, inTrajectory, modelId, now, openAt, withEdits } from '../support';

const context = { recentModelIds: [modelId], now };

function at(marked: string, how = options.trajectory): Completion[] {
  const { document, offset } = openAt(marked, how);
  return [...runToEnd(complete(document, offset, context)).items].sort((a, b) =>
    a.sortText < b.sortText ? -1 : 1,
  );
}

function labels(marked: string, how = options.trajectory): string[] {
  return at(marked, how).map(({ label }) => label);
}

function inMessage(members: string): string {
  return inTrajectory(`"messages_and_choices": [{ ${members} }]`);
}

describe('property names', () => {
  it('are the documented ones that are missing, required ones first', () => {
    expect(labels('{ "split": "x", | }')).toEqual(['trajectory_groups']);
    expect(labels(inTrajectory('|'))).toEqual([
      'messages_and_choices',
      'reward',
      'tools',
      'additional_histories',
      'metrics',
      'auto_metrics',
      'metadata',
      'logs',
      'start_time',
    ]);
    const job = { language: 'trajectory', name: 'a.training-job.json' } as const;
    expect(labels('{ | }', job)).toEqual(['model_id', 'trajectory_groups', 'experimental_config']);
    expect(
      labels(
        '{"trajectories": [{ "function": {}, "tools": [{ "function": { "name": "x", | } }] }]}',
        options.lines,
      ),
    ).toEqual(['description', 'parameters', 'strict']);
  });

  it('are those of every document that has the names so far', () => {
    const ofJob = ['model_id', 'experimental_config'];
    expect(labels('{ | }')).toEqual(['split', 'trajectory_groups', ...ofJob, 'trajectories']);
    expect(labels('{ "|" }')).toEqual(labels('{ | }'));
    expect(labels('{ "trajectory_groups": [], | }')).toEqual(['split', ...ofJob]);
    expect(labels('{ "trajectories": [], | }')).toEqual([]);
    expect(labels('{ "other": [], | }')).toEqual(['split', 'trajectory_groups']);
  });

  it('are offered for a word behind a string on its line', () => {
    const message = '{ "role": "user", "content": "Hi", na| }';
    const after = '], "metadata": { "a": "b" }';
    expect(labels(inTrajectory(`"messages_and_choices": [${message}${after}`))[0]).toBe('name');
  });

  it('have their documentation, in plain text', () => {
    const [split] = at('{ | }');
    const { schemas } = open('').engine;
    expect(split).toMatchObject({ kind: 'property', detail: 'string, required' });
    expect(documentationText(schemas, split!.documentation!)).toContain('Its meaning is not documented.');
    expect(at(inTrajectory('"rew|"')).find(({ label }) => label === 'reward')!.detail).toBe(
      'number, optional',
    );
  });

  it('of a message include those common in chat formats, after the documented ones', () => {
    const found = at(inMessage('"role": "assistant", |'));
    expect(found.slice(0, 4).map(({ label, detail }) => `${label}: ${detail}`)).toEqual([
      'content: string, optional',
      'name: string, optional',
      'tool_calls: not documented',
      'tool_call_id: not documented',
    ]);
  });

  it('come from similar places, most frequent first, where nothing is documented', () => {
    const metrics = (own: string): string =>
      `{ "trajectory_groups": [{ "trajectories": [{ "metrics": { "turns": 1 } }, { "metrics": { ${own} } }] },
       { "trajectories": [{ "metrics": { "solved": true, "cost": 2 } }, { "metrics": { "solved": false, "turns": 2 } },
       { "metadata": { "other": 1 }, "metrics": { "solved": true } }] }] }`;
    expect(labels(metrics('|'))).toEqual(['solved', 'turns', 'cost']);
    expect(labels(metrics('"turns": 3, "|"'))).toEqual(['solved', 'cost']);
    expect(at(metrics('|'))[0]).toMatchObject({
      detail: 'used in this document',
      text: `"solved": \${1|true,false|}`,
    });
  });

  it('are cut if there are very many, and typing more finds the others', () => {
    const names = Array.from({ length: 300 }, (_, i) => `"metric_${i}": ${i}`).join(', ');
    const { document, offset } = openAt(
      `{ "trajectory_groups": [{ "trajectories": [{ "metrics": { ${names} } }, { "metrics": { "_299|" } }] }] }`,
    );
    const found = runToEnd(complete(document, offset, context));
    expect(found.isCut).toBe(true);
    expect(found.items.map(({ label }) => label)).toEqual(['metric_299']);
    const all = runToEnd(complete(document, offset - 4, context));
    expect(all.isCut).toBe(true);
    expect(all.items).toHaveLength(100);
  });

  it('that are not documented are offered in documented objects only if used at least twice', () => {
    const tail = '{ "id": 1 }, { "id": 2, "rewrad": 1 }';
    const found = labels(`{ "trajectory_groups": [{ "trajectories": [{ | }, ${tail}] }] }`);
    expect(found).toContain('id');
    expect(found).not.toContain('rewrad');
  });

  it('insert a value of the right type', () => {
    const snippet = (marked: string, label: string): string =>
      at(marked).find((one) => one.label === label)!.text;
    expect(snippet(inTrajectory('|'), 'reward')).toBe(`"reward": \${1:0}`);
    expect(snippet(inTrajectory('|'), 'metrics')).toBe('"metrics": {$1\\}');
    expect(snippet(inTrajectory('|'), 'start_time')).toBe(`"start_time": "\${1:2026-03-14T09:26:53Z}"`);
    expect(snippet(inTrajectory('"reward": 1, "tools": [{ | }]'), 'type')).toBe(`"type": "\${1:function}"`);
    expect(snippet(inMessage('"content": "", |'), 'role')).toBe(
      `"role": "\${1|system,user,assistant,tool|}"`,
    );
    expect(snippet('{ "trajectory_groups": [], | }', 'split')).toBe(`"split": "\${1|train,val,test|}"`);
  });

  it('insert a whole trajectory, which can be sent as is', () => {
    const { content, found } = taken('{ | }', 'trajectory_groups');
    const request = JSON.parse(content.replace('{', '{ "split": "x",')) as unknown;
    expect(request).toMatchObject({
      trajectory_groups: [
        { trajectories: [{ messages_and_choices: [{ role: 'system', content: '' }], reward: 0 }] },
      ],
    });
    expect(found.text.match(/\$\{?\d/g)).toHaveLength(3);
  });
});

/** The text after accepting a completion. */
function taken(
  marked: string,
  label: string,
  how = options.trajectory,
): { content: string; found: Completion } {
  const { document, offset, content } = openAt(marked, how);
  const found = runToEnd(complete(document, offset, context)).items.find((one) => one.label === label)!;
  return { content: completed(content, found), found };
}

describe('values', () => {
  it('are the suggested ones, and others from similar places', () => {
    expect(labels('{ "split": | }')).toEqual(['"train"', '"val"', '"test"']);
    expect(labels(inMessage('"role": "|"'))).toEqual(['"system"', '"user"', '"assistant"', '"tool"']);
    expect(labels(inTrajectory('"messages_and_choices": [{ "role": | }, { "role": "developer" }]'))).toEqual([
      '"system"',
      '"user"',
      '"assistant"',
      '"tool"',
      '"developer"',
    ]);
  });

  it('are true and false, the current time, and recently used models', () => {
    expect(labels('{ "ppo": | }', options.config)).toEqual(['true', 'false']);
    expect(labels(inTrajectory('"start_time": "|"'))).toEqual(['"2026-03-14T09:26:53Z"']);
    expect(labels('{ "model_id": "3f|" }')).toEqual([`"${modelId}"`]);
    expect(labels(inTrajectory('"reward": |'))).toEqual([]);
    expect(labels(inMessage('"content": "|"'))).toEqual([]);
  });

  it('are the numbers that recur under the name, most frequent first', () => {
    const others = [0.731, 1, 0, 0, 1, 0].map((reward) => `{ "reward": ${reward} }`).join(', ');
    const rewards = `{ "trajectory_groups": [{ "trajectories": [{ "reward": | }, ${others}] }] }`;
    expect(labels(rewards)).toEqual(['0', '1']);
    expect(at(rewards)[0]).toMatchObject({ detail: 'used in this document' });
  });

  it('are described as used near here if not everything was searched', () => {
    const others = Array<string>(20_000).fill('{ "reward": 0 }').join(', ');
    const rewards = `{ "trajectory_groups": [{ "trajectories": [{ "reward": | }, ${others}] }] }`;
    expect(at(rewards)).toMatchObject([{ label: '0', detail: 'used near here' }]);
  });

  it('of an object or an array are inserted whole', () => {
    expect(taken(inTrajectory('"tools": |'), '[ … ]').content.replace(/\s+/g, ' ')).toBe(
      inTrajectory('"tools": [ { "type": "function", "function": { "name": "", "description": "" } } ]'),
    );
    expect(labels(inTrajectory('"tools": "|"'))).toEqual([]);
  });

  it('of an object or an array are not found by a typed bracket, so that Enter after it breaks the line', () => {
    expect(at(inTrajectory('"tools": |'))).toMatchObject([{ label: '[ … ]', filterText: 'array' }]);
    expect(at(inTrajectory('"metrics": |'))).toMatchObject([{ label: '{ … }', filterText: 'object' }]);
  });

  it('under an undocumented name come from similar places', () => {
    const document = `{ "trajectory_groups": [{ "trajectories": [{ "metadata": { "env": | } },
      { "metadata": { "env": "maze" } }, { "metadata": { "env": "grid \\"2\\"" } }, { "metadata": { "env": "maze" } },
      { "metadata": { "env": 0.5 } }, { "metadata": { "env": null } }, { "metadata": { "env": "${'x'.repeat(70)}" } }] }] }`;
    expect(labels(document)).toEqual(['"maze"', '"grid \\"2\\""', '0.5']);
  });

  it('come from the same name elsewhere if there is no similar place', () => {
    const call = (name: string) => `{ "tool_calls": [{ "function": { "name": ${name} } }] }`;
    const document = (name: string) =>
      inTrajectory(
        `"messages_and_choices": [${call('"search"')}], "additional_histories": [{ "messages_and_choices": [${call(name)}] }]`,
      );
    expect(labels(document('"|"'))).toEqual(['"search"']);
    const choice = (message: string) => `{ "finish_reason": "stop", "message": { ${message} } }`;
    const choices = inTrajectory(
      `"messages_and_choices": [${choice('"verdict": |')}], "metadata": [{ "last": ${choice('"verdict": "good"')} }]`,
    );
    expect(labels(choices)).toEqual(['"good"']);
    expect(labels(choices.replace('"last": {', '"last": [{').replace('} }]', '} }] }]'))).toContain('"good"');
  });

  it('are cut if a trajectory has very many tools, and typing more finds the others', () => {
    const tools = Array.from({ length: 150 }, (_, i) => `{ "function": { "name": "tool_${i}" } }`).join(', ');
    const messages = '"messages_and_choices": [{ "role": "tool", "name": "_149|" }]';
    const { document, offset } = openAt(inTrajectory(`${messages}, "tools": [${tools}]`));
    const found = runToEnd(complete(document, offset, context));
    expect(found.isCut).toBe(true);
    expect(found.items.map(({ label }) => label)).toEqual(['"tool_149"']);
    const all = runToEnd(complete(document, offset - 4, context));
    expect(all.isCut).toBe(true);
    expect(all.items).toHaveLength(100);
  });

  it('include the names of the tools and the ids of the calls of the trajectory', () => {
    const tools = '"tools": [{ "function": { "name": "search" } }, { "function": { "name": "book" } }]';
    const call =
      '{ "role": "assistant", "tool_calls": [{ "id": "call_1", "function": { "name": "search" } }] }';
    const messages = (own: string): string =>
      inTrajectory(`"messages_and_choices": [${call}, { "role": "tool", ${own} }], ${tools}`);
    expect(labels(messages('"name": "|"'))).toEqual(['"search"', '"book"']);
    expect(labels(messages('"tool_call_id": "|"'))).toEqual(['"call_1"']);
    const answered = '{ "role": "tool", "tool_call_id": "call_1" }';
    const second = call.replace('call_1', 'call_2');
    expect(
      labels(
        inTrajectory(`"messages_and_choices": [${call}, ${second}, ${answered}, { "tool_call_id": | }]`),
      ),
    ).toEqual(['"call_2"', '"call_1"']);
    expect(labels(messages('"tool_calls": [{ "function": { "name": | } }]'))).toEqual(['"search"', '"book"']);
    expect(labels(inTrajectory(`"messages_and_choices": [{ "role": "user", "name": | }], ${tools}`))).toEqual(
      [],
    );
  });

  it('include the tools of other trajectories, most frequent first, if there are none yet', () => {
    const tools = (...names: string[]): string =>
      `"tools": [${names.map((name) => `{ "function": { "name": "${name}" } }`).join(', ')}]`;
    const others = `{ ${tools('book', 'search')} }, { ${tools('search')} }`;
    const own = (members: string): string => `{ "messages_and_choices": [${members}]`;
    const around = (trajectory: string): string =>
      `{ "trajectory_groups": [{ "trajectories": [${others}] }, { "trajectories": [${trajectory}] }] }`;
    const result = own('{ "role": "tool", "name": "|" }');
    expect(labels(around(`${result} }`))).toEqual(['"search"', '"book"']);
    expect(at(around(`${result} }`))[0]).toMatchObject({ detail: 'tool of another trajectory' });
    expect(labels(around(`${result}, ${tools('grep')} }`))).toEqual(['"grep"']);
    expect(labels(around(`${result}, ${tools()} }`))).toEqual(['"search"', '"book"']);
    const call = (name: string): string => `{ "tool_calls": [{ "function": { "name": ${name} } }] }`;
    expect(labels(around(`${own(`${call('"grep"')}, ${call('|')}`)} }`))).toEqual([
      '"grep"',
      '"search"',
      '"book"',
    ]);
    const line = `{${tools('search')}}\n${result}}`;
    expect(labels(line, options.lines)).toEqual(['"search"']);
    expect(labels(around(`${own('{ "role": "user", "name": "|" }')} }`))).toEqual([]);
  });

  it('are never null', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), (content, place) => {
        const offset = place % (content.length + 1);
        for (const { text } of runToEnd(complete(open(content), offset, context)).items)
          expect(text).not.toMatch(/: null|^null/);
      }),
      inputs(100),
    );
  });
});

describe('a whole value', () => {
  it.each([
    ['log|', options.trajectory, 'New log request'],
    ['|', options.config, 'New experimental training config'],
    ['{"trajectories": []}\n|', options.lines, 'New trajectory group'],
    ['{"trajectories": []}\n|\n{"trajectories": []}', options.lines, 'New trajectory group'],
    [inTrajectory('"messages_and_choices": [|]'), options.trajectory, 'New message'],
    [inTrajectory('"tools": [|]'), options.trajectory, 'New tool'],
    ['{ "trajectory_groups": [{ "trajectories": [|] }] }', options.trajectory, 'New trajectory'],
  ])('is offered for %j', (marked, how, label) => {
    expect(labels(marked, how)).toEqual([label]);
  });

  const [log, job, group] = ['New log request', 'New training job request', 'New trajectory group'];
  it.each([
    ['|', options.trajectory, [log, job, group]],
    ['  \n|\n', options.trajectory, [log, job, group]],
    ['|', { language: 'trajectory', name: 'x.training-job.json' } as const, [job, log, group]],
    ['|', options.lines, [group, 'New trajectory']],
    ['\n\n|', options.lines, [group, 'New trajectory']],
  ])('of every kind is offered for %j, where there is no value yet', (marked, how, expected) => {
    expect(labels(marked, how)).toEqual(expected);
  });

  it.each([
    ['', 'system'],
    ['{"role": "system", "content": "a"}, ', 'user'],
    ['{"role": "user"}, ', 'assistant'],
    ['{"role": "assistant", "content": "a"}, ', 'user'],
    ['{"role": "assistant", "tool_calls": [{"id": "1"}]}, ', 'tool'],
    ['{"role": "user"}, {"role": "tool", "tool_call_id": "1"}, ', 'assistant'],
    ['{"finish_reason": "stop", "message": {"role": "assistant"}}, ', 'user'],
    ['{"role": "narrator"}, ', 'system'],
  ])('of a message after %s has the role %s', (before, role) => {
    const item = inTrajectory(`"messages_and_choices": [${before}|]`);
    const escaped = before.replace(/[[\]{}]/g, '\\$&');
    expect(taken(item, 'New message').content).toMatch(new RegExp(`${escaped}\\{ ?"role": "${role}"`));
    const inRole = inTrajectory(`"messages_and_choices": [${before}{ "role": | }]`);
    expect(labels(inRole)[0]).toBe(`"${role}"`);
  });

  it('is on one line in JSON Lines', () => {
    const { content } = taken('{"trajectories": []}\n|\n', 'New trajectory group', options.lines);
    expect(content.split('\n')).toEqual([
      '{"trajectories": []}',
      '{"trajectories": [{"messages_and_choices": [{"role": "system", "content": ""}], "reward": 0}]}',
      '',
    ]);
  });

  it.each([
    ['{ "split": "x" } |', options.trajectory],
    ['{"trajectories": []} |', options.lines],
    ['|{ "split": "x" }', options.trajectory],
    ['lo|\n{ "split": "x" }', options.trajectory],
    ['|\n// one\n\n{ "split": "x" }\n', options.trajectory],
    ['|{ "ppo": true }', options.config],
    ['|{"trajectories": []}', options.lines],
    ['tr| {"trajectories": []}', options.lines],
    ['{"trajectories": []}\n  | {"trajectories": []}\n', options.lines],
  ])('is not offered beside another in %j', (marked, how) => {
    expect(labels(marked, how)).toEqual([]);
  });
});

describe('nothing is offered', () => {
  it.each([
    ['in a comment', '{ // |\n}'],
    ['in an unclosed comment', '{ /* |\n}'],
    ['after a name without a colon', '{ "split" | }'],
    ['in an array with undocumented items', inTrajectory('"logs": [|]')],
    ['under a name that is used nowhere else', inTrajectory('"metrics": { "x": | }')],
    ['in a string among objects', '{ "trajectory_groups": ["|"] }'],
    ['in a value with a raw line break', '{ "split": "tr|ain\n", "trajectory_groups": [] }'],
    ['in a name with a raw line break', '{ "sp|lit\n": "train", "trajectory_groups": [] }'],
    ['before a value with a raw line break', '{ "split": t|"ain\n", "trajectory_groups": [] }'],
    ['after an opening quote among objects', '{ "trajectory_groups": ["|] }'],
    ['after the value of a document and a comma', '{ "split": "a" },|'],
    ['after the value of a document and a comma, before a word', '{ "split": "a" }, n|'],
  ])('%s', (_, marked) => {
    expect(labels(marked)).toEqual([]);
  });

  it('between brackets before the value of a line', () => {
    expect(labels(']| ], ["a", null]', options.lines)).toEqual([]);
    expect(labels('|\n["a", null]', options.lines)).not.toEqual([]);
  });
  it('after the value of a line and a comma, but on the next line', () => {
    expect(labels('{ "trajectories": [] },|', options.lines)).toEqual([]);
    expect(labels('{ "trajectories": [] },\n|', options.lines)).not.toEqual([]);
  });
});

describe('after a stray bracket', () => {
  it.each([
    ['{ "x": 1 }|}', '{ "x": 1 }, "split": "train"}'],
    ['{ "x": 1 } | }', '{ "x": 1 }, "split": "train" }'],
  ])('the missing comma is behind it: %j', (marked, after) => {
    expect(taken(marked, 'split').content).toBe(after);
  });
});

describe('right before a member', () => {
  it.each([
    ['{ |"split": "x" }', '{ "trajectory_groups": [], "split": "x" }'],
    ['{ "x": 1, |"split": "x" }', '{ "x": 1, "trajectory_groups": [], "split": "x" }'],
    ['{ "x": 1 |"split": "x" }', '{ "x": 1, "trajectory_groups": [], "split": "x" }'],
    ['{ |split: "x" }', '{ "trajectory_groups": [], split: "x" }'],
  ])('another one is inserted: %j', (marked, after) => {
    expect(labels(marked)).not.toContain('split');
    const { content } = taken(marked, 'trajectory_groups');
    expect(content.replace(/\[.*\],/s, '[], ')).toBe(after);
  });
});

describe('while a line is being typed', () => {
  it.each([
    ['{ "|"\n  { "reward": 2 }', '{ "split": "train"\n  { "reward": 2 }'],
    ['{ "|"\n  "tools": [] }', '{ "split": "train",\n  "tools": [] }'],
    ['{ "|\n  "tools": [] }', '{ "split": "train",\n  "tools": [] }'],
    ['{ "|\n  "too', '{ "split": "train",\n  "too'],
    ['{ sp|\n}', '{ "split": "train"\n}'],
    ['{"|}', '{"split": "train"}'],
    ['{ "|, "x": 1 }', '{ "split": "train", "x": 1 }'],
    ['{ "x": 1, "| }', '{ "x": 1, "split": "train" }'],
    ['{ "x": 1\n  "|"\n}', '{ "x": 1,\n  "split": "train"\n}'],
    ['{ "x": 1, \'sp|\'\n}', '{ "x": 1, "split": "train"\n}'],
  ])('a completion ignores incomplete text: %j', (marked, after) => {
    expect(taken(marked, 'split').content).toBe(after);
  });
});

describe('after an opening quote', () => {
  it.each([
    ['{ "split": "| }', '"val"', '{ "split": "val" }'],
    ['{ "split": "|, "x": 1 }', '"val"', '{ "split": "val", "x": 1 }'],
    ['{ "experimental_config": { "ppo": "|} }', 'true', '{ "experimental_config": { "ppo": true} }'],
  ])('a value takes its place: %s', (marked, label, after) => {
    expect(taken(marked, label).content).toBe(after);
  });
});

describe('The text after the cursor', () => {
  const tools = '"tools": [{ "function": { "name": "a\\"b}$" } }]';
  const called = (name: string) =>
    `{ "trajectories": [{ "messages_and_choices": [{ "role": "tool", "name": ${name} }], ${tools} }] }`;

  it.each([
    ['{ "split": "v|xx" }', '"val"', '{ "split": "val|xx" }', '{ "split": "val" }'],
    ['{ "split": "|xx" }', '"val"', '{ "split": "val|xx" }', '{ "split": "val" }'],
    ['{ "split": "|" }', '"val"', '{ "split": "val|" }', '{ "split": "val" }'],
    ['{ "sp|xx": 1 }', 'split', '{ "split|xx": 1 }', '{ "split": 1 }'],
    ['{ "reward": 1 "sp|xx": 1 }', 'split', '{ "reward": 1, "split|xx": 1 }', '{ "reward": 1, "split": 1 }'],
    [called('"a|z"'), '"a\\"b}$"', called('"a\\"b}$|z"'), called('"a\\"b}$"')],
  ])('in a string can stay or be replaced: %s', (marked, label, stays, goes) => {
    const { content } = openAt(marked);
    const found = at(marked).find((completion) => completion.label === label)!;
    const insert = { ...found.insert!, insert: expanded(found.text) };
    expect(withEdits(content, [insert, ...(found.also ?? [])])).toBe(stays.replace('|', ''));
    expect(completed(content, found)).toBe(goes);
  });

  it.each([
    ['an unclosed string', '{ "split": "v|'],
    ['an escape', '{ "split": "v\\\\|"xx" }'.replace('\\\\', '\\')],
    ['another kind of quotes', "{ 'sp|lit': 1 }"],
    ['a word', '{ "split": va|l }'],
    ['a string right after the cursor', '{ "split": |"val" }'],
    ['a string right before the cursor', '{ "split": "val"| }'],
    ['a string in place of a literal', '{ "experimental_config": { "ppo": "t|" }, "model_id": "" }'],
    ['a name that is inserted with its value', '{ "sp|lit" }'],
  ])('cannot stay in the case of %s', (_, marked) => {
    const found = at(marked);
    expect(found).not.toEqual([]);
    expect(found.filter(({ insert }) => insert !== undefined)).toEqual([]);
  });
});

describe('any completion', () => {
  it('replaces text around the cursor on one line, and is offered once', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.nat(),
        fc.constantFrom(options.trajectory, options.lines),
        (content, place, how) => {
          const offset = place % (content.length + 1);
          const found = runToEnd(complete(open(content, how), offset, context)).items;
          expect(new Set(found.map(({ label }) => label)).size).toBe(found.length);
          for (const { replace } of found) {
            expect(replace.from).toBeLessThanOrEqual(offset);
            expect(replace.to).toBeGreaterThanOrEqual(offset);
            expect(content.slice(replace.from, replace.to)).not.toMatch(/[\r\n]/);
          }
        },
      ),
      inputs(200),
    );
  });

  it('leaves valid JSON whether the text after the cursor stays or is replaced', () => {
    const mistakes = (content: string) =>
      problemsOf(open(content)).filter(({ code }) => code === 'syntax').length;
    const property = fc.property(request, fc.nat(), (content, place) => {
      const offset = place % (content.length + 1);
      for (const completion of runToEnd(complete(open(content), offset, context)).items) {
        const { insert, text } = completion;
        if (insert === undefined) continue;
        const inserted = withEdits(content, [{ ...insert, insert: expanded(text) }]);
        expect(inserted.endsWith(content.slice(insert.to))).toBe(true);
        for (const after of [inserted, completed(content, completion)])
          expect(mistakes(after)).toBe(mistakes(content));
      }
    });
    fc.assert(property, inputs(150));
  });

  it.each([
    ['{|[ [ "a" ], -1 ]', 'split', '{"split":[ [ "a" ], -1 ]'],
    ['{|10/0].*u,', 'split', '{"split":10/0].*u,'],
    // The next message is not the value of a name.
    [inMessage('|\n{ "role": "user"'), 'name', inMessage('"name": ""\n{ "role": "user"')],
  ])('in %j takes what has no name for its value, if that is on its line', (marked, label, after) => {
    expect(taken(marked, label).content).toBe(after);
    const mistakes = (content: string) =>
      problemsOf(open(content)).filter(({ code }) => code === 'syntax').length;
    expect(mistakes(after)).toBe(mistakes(marked.replace('|', '')));
  });

  it('escapes characters that have a meaning in snippets', () => {
    const marked = `{ "trajectory_groups": [{ "trajectories": [{ "metadata": { "$a}\\\\b": 1 } }, { "metadata": { | } }] }] }`;
    const [found] = at(marked);
    expect(found!.text).toBe('"\\$a\\}\\\\\\\\b": $1');
    expect(expanded(found!.text, '1')).toBe('"$a}\\\\b": 1');
  });
});

it('A completion searches for the same name elsewhere only up to a limit', () => {
  const far = '{ "x": 1 },'.repeat(10_000);
  const document = (between: string) =>
    openAt(`{ "metadata": { "own": { | } }, "logs": [${between} { "own": { "named": 1 } }] }`);
  const found = (between: string): { names: string[]; isCut: boolean } => {
    const { document: opened, offset } = document(between);
    const { items, isCut } = runToEnd(complete(opened, offset, context));
    return { names: items.map(({ label }) => label), isCut };
  };
  expect(found('{ "x": 1 },')).toEqual({ names: ['named'], isCut: false });
  // Typing more would not find more names.
  expect(found(far)).toEqual({ names: [], isCut: false });
});

it('A completion reads the text behind a member only up to a limit', () => {
  const behind = (lines: number) => at(`{"trajectories": []}${'\n'.repeat(lines)}|`, options.lines);
  expect(behind(9000)).not.toEqual([]);
  expect(behind(11_000)).toEqual([]);
});

it('A completion works in 100,000 nested levels', () => {
  const depth = 100_000;
  const document = open(`{"a":${'{"a":'.repeat(depth)}{"x": 1 }${'}'.repeat(depth)}}`);
  expect(runToEnd(complete(document, 5 * (depth + 1) + 7, context)).items).toEqual([]);
});
