import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type Document, problemsOf } from '../../../../../server/core/document';
import { wrapInLogRequest } from '../../../../../server/core/features/fixes/fixRoot';
import { findHints } from '../../../../../server/core/features/hints/hints';
import type { Problem } from '../../../../../server/core/schema/problem';
import { NodeCache } from '../../../../../server/core/syntax/nodes/nodeCache';
import { stringOf } from '../../../../../server/core/text/text';
import { runToEnd } from '../../../../../server/core/work';
import { inputs } from '../../../../budget';
import { edits, placed, text } from '../../arbitrary';
import { editDocument, open, options } from '../../support';
import { withEdits } from '../support';

function hintsOf(document: Document, limit = 1000): Problem[] {
  const work = findHints(document, limit);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Hints as `code "marked text"`. */
function hints(content: string, how = options.trajectory): string[] {
  return hintsOf(open(content, how)).map(({ code, from, to }) => `${code} ${content.slice(from, to)}`);
}

/** A request with one group of these trajectories. */
const request = (...trajectories: readonly string[]) =>
  `{"split": "a", "trajectory_groups": [{"trajectories": [${trajectories.join()}]}]}`;
const turn = '{"role": "assistant", "content": "a"}';
const trajectory = (messages: readonly string[], rest = '') =>
  `{"messages_and_choices": [${messages.join()}]${rest}}`;
const call = (id: string, given = '"{}"') =>
  `{"role": "assistant", "content": null, "tool_calls": [{"id": "${id}", "type": "function", "function": {"name": "f", "arguments": ${given}}}]}`;
const result = (id: string) => `{"role": "tool", "tool_call_id": "${id}", "content": "1"}`;
const tools = ', "tools": [{"type": "function", "function": {"name": "f"}}]';
const withParameters = (parameters: string) =>
  request(trajectory([turn], `, "tools": [{"function": {"name": "f", "parameters": ${parameters}}}]`));

describe('Hints', () => {
  it('are absent if nothing is suspicious', () => {
    const good = trajectory([call('1'), result('1'), turn], `${tools}, "reward": 1`);
    expect(hints(request(good, trajectory([turn], ', "reward": 0')))).toEqual([]);
  });
  it('are absent for messages under another name, which is already a problem', () => {
    for (const name of ['messages', 'messages_and_choice', 'messagesAndChoices'])
      expect(hints(request(`{"${name}": [], "reward": 1}`))).toEqual([]);
    expect(hints(request('{"note": [], "reward": 1}'))).toHaveLength(1);
  });
  it('are all information, so that the list of problems shows them', () => {
    const document = open(request(trajectory([call('1', '"x"'), result('2')])));
    expect(new Set(hintsOf(document).map(({ severity }) => severity))).toEqual(new Set(['information']));
  });
  it('are not among the problems of a document', () => {
    const document = open(request(trajectory([])));
    expect(hintsOf(document)).toHaveLength(1);
    expect(problemsOf(document)).toEqual([]);
    expect(document.counts).toEqual([0, 0, 0, 0]);
  });
  it('are given in document order', () => {
    const bad = trajectory([call('1', '"x"'), result('2')], ', "reward": 0');
    const found = hintsOf(open(request(bad, bad)));
    expect(found.map(({ from }) => from)).toEqual(found.map(({ from }) => from).sort((a, b) => a - b));
    expect(found).toHaveLength(4);
  });
  it('are given once per code and group, at the first occurrence, with a count', () => {
    const tool = '{"function": {"name": "f", "parameters": {"type": "str"}}}';
    const one = trajectory([turn], `, "tools": [${Array(36).fill(tool)}]`);
    const content = request(one, one, one);
    expect(hintsOf(open(content))).toMatchObject([
      { from: content.indexOf('"str"'), message: expect.stringMatching(/\. Also 107 more in this group\.$/) },
    ]);
    expect(hintsOf(open(request(one)))).toMatchObject([
      { message: expect.stringMatching(/\. Also 35 more in this group\.$/) },
    ]);
    expect(hintsOf(open(one))).toMatchObject([
      { message: expect.stringMatching(/\. Also 35 more in this trajectory\.$/) },
    ]);
  });
  it('are listed for twenty groups or bare trajectories per code; the last one counts the others', () => {
    const group = `{"trajectories": [${trajectory([])}]}`;
    const found = (count: number) =>
      hintsOf(open(Array(count).fill(group).join('\n'), options.lines)).map(({ message }) => message);
    const plain = 'There is no message in this trajectory, so there is nothing to reward.';
    expect(found(20)).toEqual(Array(20).fill(plain));
    expect(found(21)).toEqual([...Array(19).fill(plain), `${plain} Also in 1 more group.`]);
    expect(found(1300).at(-1)).toBe(`${plain} Also in 1,280 more groups.`);
    const bare = hintsOf(open(`${trajectory([])}\n`.repeat(22), options.lines));
    expect(bare.at(-1)!.message).toBe(`${plain} Also in 2 more trajectories.`);
  });
  it('are given for lines of groups or trajectories, and for a single group', () => {
    const group = `{"trajectories": [${trajectory([])}]}`;
    expect(hints(`${group}\n${group}`, options.lines)).toEqual(
      Array(2).fill('no-assistant-turn "messages_and_choices"'),
    );
    expect(hints(`${trajectory([])}\n{}`, options.lines)).toEqual([
      'no-assistant-turn "messages_and_choices"',
      'no-assistant-turn {',
    ]);
    expect(hints(group)).toHaveLength(1);
  });
  it('are given for an array of groups or trajectories, and for a single trajectory', () => {
    const bad = `{"trajectories": [${trajectory([turn], ', "reward": 1')}, ${trajectory([], ', "reward": 1')}]}`;
    expect(hints(`[${bad}, ${bad}]`)).toEqual([
      'equal-rewards "trajectories"',
      'no-assistant-turn "messages_and_choices"',
      'equal-rewards "trajectories"',
      'no-assistant-turn "messages_and_choices"',
    ]);
    expect(hints(`[${trajectory([turn])}, ${trajectory([])}]`)).toEqual([
      'no-assistant-turn "messages_and_choices"',
    ]);
    expect(hints(trajectory([]))).toEqual(['no-assistant-turn "messages_and_choices"']);
  });
  it('are not given for a config, an unrecognized document or an empty one', () => {
    expect(hints('{"epsilon": 1}', options.config)).toEqual([]);
    expect(hints('[{"a": []}, {}]')).toEqual([]);
    expect(hints('')).toEqual([]);
  });
});

describe('misspelt-role is a hint', () => {
  const message = (role: string) => `{"role": "${role}", "content": "Hi"}`;
  const roles = (...all: readonly string[]) =>
    hintsOf(open(request(trajectory([turn, ...all.map(message)])))).filter(
      ({ code }) => code === 'misspelt-role',
    );
  it('at a role spelt nearly like one of chat formats, with a fix for all in the group', () => {
    const content = request(trajectory([turn, message('usr'), message('user'), message('Asistant')]));
    const [hint, ...others] = hintsOf(open(content));
    expect(others).toEqual([]);
    expect(hint).toMatchObject({
      code: 'misspelt-role',
      message: '"usr" is no role of chat formats; did you mean "user"? Also 1 more in this group.',
    });
    expect(hint!.fix!.ranges!.map(({ from, to, value }) => [content.slice(from, to), value])).toEqual([
      ['"usr"', 'user'],
      ['"Asistant"', 'assistant'],
    ]);
  });
  it('not for other roles, whose meaning is not known', () => {
    expect(roles('user_1', 'User 2', 'assistant-b', 'tool3')).toEqual([]);
    expect(roles('model', 'human', 'ipython', 'observation', 'critic', 'tool', 'developer', '')).toEqual([]);
  });
});

it('A group in place of a trajectory has no hints: a problem says what it is', () => {
  const group = `{"trajectories": [${trajectory([turn], ', "reward": 1')}]}`;
  expect(hints(request(trajectory([turn], ', "reward": 0'), group))).toEqual([]);
});

describe('missing-reward is a hint', () => {
  const rewards = (...all: readonly string[]) =>
    hintsOf(open(request(...all.map((reward) => trajectory([turn], reward && `, "reward": ${reward}`)))))
      .filter(({ code }) => code === 'missing-reward')
      .map(({ from, message }) => [from, message]);
  it('at the first trajectory without a reward, if others of its group have one', () => {
    const length = trajectory([turn], ', "reward": 1').length + 1;
    const [[first] = []] = rewards('', '1');
    expect(rewards('1', '')).toEqual([
      [Number(first) + length, 'This trajectory has no reward. All others of its group have one.'],
    ]);
    expect(rewards('', '1', '')).toEqual([
      [first, '2 of 3 trajectories of this group have no reward. This is the first of them.'],
    ]);
  });
  it('except where none has one, or it is not a number, which is a problem', () => {
    expect([
      ...rewards('', ''),
      ...rewards(''),
      ...rewards('1', 'null', '"1"'),
      ...rewards('1', '2'),
    ]).toEqual([]);
  });
  it('except where the trajectory without one is cut off, which is a problem', () => {
    const line = `{"trajectories": [${trajectory([turn], ', "reward": 1')}, ${trajectory([turn])}]}`;
    const codes = (text: string) => hintsOf(open(text, options.lines)).map(({ code }) => code);
    expect(codes(line)).toEqual(['missing-reward']);
    expect(codes(line.slice(0, -3))).toEqual([]);
    expect(codes(line.slice(0, -8))).toEqual([]);
  });
});

describe('equal-rewards is a hint', () => {
  const rewards = (...all: readonly string[]) =>
    hints(request(...all.map((reward) => trajectory([turn], reward && `, "reward": ${reward}`))));
  it('where all trajectories of a group have the same reward', () => {
    expect(rewards('0.5', '5e-1')).toEqual(['equal-rewards "trajectories"']);
    expect(rewards('0', '-0', '0')).toEqual(['equal-rewards "trajectories"']);
    expect(rewards('0.3', `${0.1 + 0.2}`)).toEqual(['equal-rewards "trajectories"']);
    expect(rewards('0.3', '0.300000001')).toEqual([]);
  });
  it('once, with the number of groups, if there are more than three', () => {
    const equal = `{"trajectories": [${Array(2)
      .fill(trajectory([turn], ', "reward": 1'))
      .join()}]}`;
    const other = `{"trajectories": [${trajectory([turn])}]}`;
    const found = (count: number) =>
      hintsOf(open([other, ...Array(count).fill(equal), other].join('\n'), options.lines));
    expect(found(3)).toHaveLength(3);
    expect(found(4)).toMatchObject([
      {
        from: `${other}\n{`.length,
        message:
          'In 4 of 6 groups all trajectories have the same reward: no attempt is better than another. This is the first of them.',
      },
    ]);
    expect(found(1300)[0]!.message).toMatch(/^In 1,300 of 1,302 groups /);
  });
  it('except where a reward differs, is missing, or is the only one', () => {
    expect(rewards('0.5', '0.5', '0.6')).toEqual([]);
    expect(rewards('0.5', '0.5', '')).toEqual(['missing-reward {']);
    expect(rewards('0.5', '"0.5"')).toEqual([]);
    expect(rewards('', '')).toEqual([]);
    expect(rewards('1')).toEqual([]);
  });
});

describe('empty-split is a hint', () => {
  const split = (value: string) => hints(`{"split": ${value}, "trajectory_groups": []}`);
  it('where the split of a log request has no name', () => {
    expect(split('""')).toEqual(['empty-split ""']);
    const { edits } = wrapInLogRequest(open('[{"trajectories": []}]'))!;
    expect(hints(withEdits('[{"trajectories": []}]', edits))).toEqual(['empty-split ""']);
  });
  it('except where the split has a name or the wrong type, or the document is not a log request', () => {
    expect(split('" "')).toEqual([]);
    expect(split('null')).toEqual([]);
    expect(
      hints('{"model_id": "", "experimental_config": {}, "split": "", "trajectory_groups": []}'),
    ).toEqual([]);
  });
});

describe('no-assistant-turn is a hint', () => {
  it('where no message is from the assistant', () => {
    const others = ['system', 'developer', 'user', 'tool', 'function'].map((role) => `{"role": "${role}"}`);
    expect(hints(request(trajectory(others)))).toEqual(['no-assistant-turn "messages_and_choices"']);
    expect(hints(request(trajectory([])))).toEqual(['no-assistant-turn "messages_and_choices"']);
    expect(hints(request('{}'))).toEqual(['no-assistant-turn {']);
  });
  it('except where there is a choice, or a message of an unknown kind', () => {
    for (const item of [
      '{"finish_reason": "stop", "message": {"role": "user"}}',
      '{"role": "model"}',
      '{"type": "reasoning"}',
      '7',
    ])
      expect(hints(request(trajectory(['{"role": "user"}', item])))).toEqual([]);
  });
  it('except where the messages have another problem', () => {
    expect(hints(request('{"messages_and_choices": {}}', '7', 'null'))).toEqual([]);
  });
});

describe('A call and its result', () => {
  const found = (...messages: readonly string[]) =>
    hints(request(trajectory([turn, ...messages, turn], tools)));
  it('are matched by id', () => {
    expect(found(call('1'), call('2'), result('2'), result('1'))).toEqual([]);
    expect(found(call('1'))).toEqual(['unanswered-call "1"']);
    expect(found(result('1'))).toEqual(['unknown-call "1"']);
  });
  it('are matched in single quotes, too, as in a line that Python printed', () => {
    const printed = (message: string) => message.replaceAll('"', "'");
    expect(found(printed(call('1', '{}')), printed(result('1')))).toEqual([]);
    expect(found(printed(call('1', '{}')), printed(result('2')))).toEqual(["unknown-call '2'"]);
  });
  it('need not both be there at the end: the run is over', () => {
    const atEnd = (...messages: readonly string[]) => hints(request(trajectory([turn, ...messages], tools)));
    expect(atEnd(call('1'))).toEqual([]);
    expect(atEnd(call('1'), call('2'))).toEqual([]);
    expect(atEnd(call('1'), result('1'), call('2'))).toEqual([]);
    expect(atEnd(call('1'), call('2'), result('2'))).toEqual(['unanswered-call "1"']);
  });
  it.each(['result', 'tool_results', 'observation', 'toolOutput', 'responses'])(
    'can be in the same item, the result as %s',
    (key) => {
      const inMessage = call('1').replace('"content"', `"${key}": "7", "content"`);
      expect(found(inMessage)).toEqual([]);
      expect(found(call('1').replace('"type"', `"${key}": {"a": 1}, "type"`))).toEqual([]);
      expect(found(`{"finish_reason": "tool_calls", "${key}": [], "message": ${call('1')}}`)).toEqual([]);
    },
  );
  it('are matched if the result has an "id" instead, which a fix renames', () => {
    const own = (id: string) => `{"role": "tool", "id": "${id}", "content": "1"}`;
    const content = request(trajectory([turn, call('1'), own('1'), call('2'), own('2'), turn], tools));
    const [first, ...others] = hintsOf(open(content));
    expect(others).toEqual([]);
    const keys = [...content.matchAll(/(?<="role": "tool", )"id"/g)].map(({ index }) => ({
      from: index,
      to: index + 4,
    }));
    expect(first).toMatchObject({
      code: 'unknown-call',
      ...keys[0],
      fix: { name: 'tool_call_id', ranges: keys },
    });
    expect(found(call('1'), own('9'))).toEqual(['unknown-call "tool"']);
  });
  it('are matched if the result has another id and only one call in its round has no result, which a fix corrects', () => {
    const wrong = (...messages: readonly string[]) => {
      const content = request(trajectory([turn, ...messages, turn], tools));
      const [hint, ...others] = hintsOf(open(content));
      expect(others).toEqual([]);
      const { code, fix } = hint!;
      return { code, fixed: fix?.ranges?.map(({ from, to, value }) => [content.slice(from, to), value]) };
    };
    const fixed = { code: 'unknown-call', fixed: [['"9"', '1']] };
    expect(wrong(call('1'), result('9'))).toEqual(fixed);
    expect(wrong(call('0'), result('0'), call('1'), call('2'), result('9'), result('2'))).toEqual(fixed);
    expect(wrong(call('1'), result('9'), turn, call('2'), result('8'))).toEqual({
      ...fixed,
      fixed: [...fixed.fixed, ['"8"', '2']],
    });
  });
  it('are not matched if more than one call or result is possible, or if they are apart', () => {
    const both = ['unknown-call "9"', 'unanswered-call "1"'];
    expect(found(call('1'), call('2'), result('9')).sort()).toEqual([...both].sort());
    expect(found(call('1'), result('9'), result('8')).sort()).toEqual([...both].sort());
    expect(found(call('1'), turn, result('9')).sort()).toEqual([...both].sort());
  });
  it('are matched only in this order', () => {
    expect(found(result('1'), call('1'))).toEqual(['unknown-call "1"', 'unanswered-call "1"']);
  });
  it('are matched if an id is reused or escaped', () => {
    expect(found(call('1'), result('1'), call('1'), result('1'))).toEqual([]);
    expect(found(call('1'), result('1'), call('1'))).toEqual(['unanswered-call "1"']);
    expect(found(call('a'), result('\\u0061'))).toEqual([]);
  });
  it('are matched if the call is not in a list, which is another problem', () => {
    const unlisted = call('1').replace(/\[(.*)\]/, '$1');
    expect(found(unlisted, result('1'))).toEqual([]);
    expect(found(unlisted)).toEqual(['unanswered-call "1"']);
    expect(found(unlisted, result('1'), result('2'))).toEqual(['unknown-call "2"']);
  });
  it('are matched if the call is in a choice', () => {
    expect(found(`{"finish_reason": "tool_calls", "message": ${call('1')}}`, result('1'))).toEqual([]);
  });
  it('are matched by order if neither has an id', () => {
    const calls = (...names: readonly string[]) =>
      `{"role": "assistant", "tool_calls": [${names.map((name) => `{"function": {"name": "${name}"}}`)}]}`;
    const answer = '{"role": "tool", "content": "1"}';
    expect(found(calls('f', 'g'), answer, answer, turn, calls('h'), answer)).toEqual([]);
    expect(found(calls('f', 'g'), answer, turn, answer)).toEqual(['unanswered-call "g"']);
    expect(found(calls('f'), calls('g'), answer, answer)).toEqual([]);
    expect(found(calls('f'), answer, calls('g'))).toEqual(['unanswered-call "g"']);
    expect(found(calls('f'), turn, answer)).toEqual(['unanswered-call "f"']);
    expect(found(answer, calls('f'), answer, answer)).toEqual([]);
  });
  it('are matched if only the call has no id', () => {
    const nameless = '{"role": "assistant", "tool_calls": [{"function": {"name": "f"}}]}';
    expect(found(nameless, result('1'))).toEqual([]);
    expect(found(nameless, result('1'), result('2'))).toEqual(['unknown-call "2"']);
  });
  it('are matched in the older form, which has no ids', () => {
    const older = '{"role": "assistant", "function_call": {"name": "f", "arguments": "{}"}}';
    const answer = '{"role": "function", "name": "f", "content": ""}';
    expect(found(older, answer, turn, older, answer)).toEqual([]);
    expect(found(older, turn)).toEqual(['unanswered-call "f"']);
  });
  it('are not matched if only the result has no id: it does not say what it answers', () => {
    const silent = '{"role": "tool", "tool_call_id": null, "content": "1"}';
    expect(found(call('1'), silent)).toEqual(['unknown-call "tool"']);
    expect(found(call('1'), result('1'), silent)).toEqual([]);
    expect(found(call('1'), call('2'), result('1'), silent)).toEqual(['unknown-call "tool"']);
    expect(found(call('1'), turn, silent)).toEqual(['unanswered-call "1"']);
  });
  it('are expected only if calls are written as tool calls', () => {
    const text = '{"role": "assistant", "content": "Action: search"}';
    expect(found(text, '{"role": "tool", "content": "1"}')).toEqual([]);
  });
});

describe('invalid-arguments is a hint', () => {
  const found = (given: string) => hints(request(trajectory([call('1', given), result('1')], tools)));
  it('where the arguments are a string that is not JSON', () => {
    expect(found('"{\'a\': 1}"')).toEqual(['invalid-arguments "{\'a\': 1}"']);
    expect(found('""')).toEqual(['invalid-arguments ""']);
  });
  it('even in a call of the older form', () => {
    const older = '{"role": "assistant", "function_call": {"name": "f", "arguments": "f(1)"}}';
    expect(hints(request(trajectory([older, '{"role": "function"}'], tools)))).toEqual([
      'invalid-arguments "f(1)"',
    ]);
  });
  it('except where the arguments are JSON, or not a string', () => {
    expect(found('"{\\"a\\": [1]}"')).toEqual([]);
    expect(found('{"a": 1}')).toEqual([]);
    expect(found('null')).toEqual([]);
  });
});

describe('missing-tools is a hint', () => {
  const messages = [call('1'), result('1'), call('2'), result('2')];
  it('once, at the first call', () => {
    expect(hints(request(trajectory(messages)))).toEqual(['missing-tools "1"']);
    expect(hints(request(trajectory(messages, ', "tools": []')))).toEqual(['missing-tools "1"']);
  });
  it('once in a document, with the number of other groups', () => {
    const lines = `{"trajectories": [${trajectory(messages)}]}\n`.repeat(30);
    expect(hintsOf(open(lines, options.lines))).toMatchObject([
      { from: lines.indexOf('"1"'), message: expect.stringMatching(/\. Also in 29 more groups\.$/) },
    ]);
  });
  it('even for a call of the older form', () => {
    const older = '{"role": "assistant", "function_call": {"name": "f", "arguments": "{}"}}';
    expect(hints(request(trajectory([older, '{"role": "function"}'])))).toEqual(['missing-tools "f"']);
  });
  it('except where there are tools, or the tools have another problem', () => {
    expect(hints(request(trajectory(messages, tools)))).toEqual([]);
    expect(hints(request(trajectory(messages, ', "tools": {}')))).toEqual([]);
  });
});

describe('invalid-parameters is a hint', () => {
  it.each([
    ['{"type": "str"}', '"str"'],
    ['{"type": ["string", 1]}', '['],
    ['{"type": []}', '['],
    ['{"properties": []}', '['],
    ['{"properties": {"a": "string"}}', '"string"'],
    ['{"properties": {"a": {"required": true}}}', 'true'],
    ['{"required": "a"}', '"a"'],
    ['{"required": ["a", "a"]}', '['],
    ['{"items": "string"}', '"string"'],
    ['{"items": {"enum": "a"}}', '"a"'],
    ['{"anyOf": []}', '['],
    ['{"anyOf": [{"minimum": "1"}]}', '"1"'],
    ['{"maxLength": 1.5}', '1.5'],
    ['{"description": 1}', '1'],
    ['{"pattern": 1}', '1'],
    ['{"items": {"required": true}, "additionalItems": {"exclusiveMinimum": true}}', 'true'],
    ['{"$schema": "https://json-schema.org/draft/2020-12/schema", "items": [true]}', '['],
    ['{"$schema": "https://json-schema.org/draft/2019-09/schema#", "$defs": {"a": 1}}', '1'],
    ['{"$schema": "http://json-schema.org/draft-07/schema#", "examples": 1}', '1'],
    ['{"properties": {"a/b": {"enum": {}}, "~": {}}}', '{'],
    ['{"multipleOf": 0}', '0'],
    ['{"items": []}', '['],
  ])('in %s', (parameters, marked) => {
    expect(hints(withParameters(parameters))).toEqual([`invalid-parameters ${marked}`]);
  });
  it.each([
    '{}',
    '{"type": "object", "properties": {"type": {"type": ["string", "null"]}, "items": true}, "required": []}',
    '{"items": [{"type": "string"}], "nullable": 1, "default": {"type": 1}, "$defs": 1}',
    '{"$schema": "http://json-schema.org/draft-07/schema", "items": [true], "$defs": 1}',
    '{"$schema": "http://json-schema.org/draft-04/schema#", "exclusiveMinimum": true}',
    '{"$schema": "https://example.com/own", "type": 1}',
    '{"enum": [{"type": 1}], "const": {"required": 1}, "maxLength": 1.0, "$ref": "#/$defs/a", "$defs": {}}',
    '{"type": , "properties": {"a": }}',
    '{"pattern": "(?P<year>\\\\d{4})[[:alpha:]]*+(?i)[]()]\\\\Z", "patternProperties": {"(": true}}',
    '{"$id": "#a", "$ref": "no URI at all", "$anchor": "a:b"}',
  ])('except in %s', (parameters) => {
    expect(hints(withParameters(parameters))).toEqual([]);
  });
  it.each([
    [
      'deeper than 100 levels',
      (size: number) => `${'{"items": '.repeat(size)}{"type": 1}${'}'.repeat(size)}`,
      99,
    ],
    [
      'made of more than 1,000 subschemas',
      (size: number) => `{"type": 1, "anyOf": [${'{},'.repeat(size)}{}]}`,
      997,
    ],
    ['longer than 100 KB', (size: number) => `{"type": 1, "title": "${'a'.repeat(size)}"}`, 99_976],
  ])('except where the parameters are %s', (_, parameters, most) => {
    expect(hints(withParameters(parameters(most)))).toHaveLength(1);
    expect(hints(withParameters(parameters(most + 1)))).toEqual([]);
  });
});

describe('Hints are limited, and say so', () => {
  it('where there are more than the limit', () => {
    const document = open('{"trajectories": [{}]}\n'.repeat(5), options.lines);
    expect(hintsOf(document, 5).map(({ code }) => code)).toEqual(Array(5).fill('no-assistant-turn'));
    expect(hintsOf(document, 4).map(({ code }) => code)).toEqual([
      ...Array(3).fill('no-assistant-turn'),
      'too-many-problems',
    ]);
    expect(hintsOf(document, 0)).toEqual([]);
  });
  it('after ten thousand trajectories', () => {
    const group = `{"trajectories": [${Array<string>(5000).fill('{"messages_and_choices": [{}]}').join()}]}`;
    const content = `{"split": "a", "trajectory_groups": [${[group, group, group].join()}]}`;
    const [only, ...others] = hintsOf(open(content));
    expect(others).toEqual([]);
    expect(only).toMatchObject({ code: 'too-many-problems', from: content.lastIndexOf('{"trajectories"') });
  });
  it('in a group with more calls than fit on a stack', () => {
    const calls = (count: number) => `{"tool_calls": [${Array<string>(count).fill('{"id": "1"}').join()}]}`;
    const found = (content: string) => hintsOf(open(content)).map(({ code }) => code);
    expect(found(request(trajectory([calls(10_000), turn], tools)))).toEqual(['unanswered-call']);
    const many = request(...Array(20).fill(trajectory([calls(9000), turn], tools)));
    expect(hintsOf(open(many))).toMatchObject([
      { message: expect.stringContaining('Also 179,999 more in this group') },
    ]);
    expect(found(request(trajectory([turn, calls(150_000)])))).toEqual(['too-many-problems']);
    expect(found(request(trajectory([turn, calls(9000), calls(1001)])))).toEqual(['too-many-problems']);
  });
  it('where there are too many tools', () => {
    const defined = (count: number) => `, "tools": [${Array<string>(count).fill('{}').join()}]`;
    const content = (count: number) =>
      request(trajectory([turn, call('1', '"x"'), result('1')], defined(count)));
    expect(hints(content(1000))).toEqual(['invalid-arguments "x"']);
    expect(hints(content(1001))).toEqual(['too-many-problems {']);
  });
  it('and computed in many slices', () => {
    const one = '{"id": "1", "function": {"name": "f", "arguments": "["}}';
    const work = findHints(
      open(request(trajectory([`{"tool_calls": [${Array(5000).fill(one).join()}]}`]))),
      1000,
    );
    let steps = 0;
    while (work.next().done !== true) steps++;
    expect(steps).toBeGreaterThan(50);
  });
  it('in a conversation that is too long', () => {
    const messages = Array<string>(2001).fill('{"role": "user"}');
    expect(hints(request(trajectory(messages)))).toEqual(['too-many-problems {']);
    expect(hints(request(trajectory(messages.slice(1))))).toEqual([
      'no-assistant-turn "messages_and_choices"',
    ]);
  });
});

describe('After any edits hints are those of a fresh parse', () => {
  it.each(['trajectory', 'lines'] as const)('as %s', (how) => {
    fc.assert(
      fc.property(text, fc.array(edits, { minLength: 1, maxLength: 4 }), (content, notifications) => {
        let document = open(content, options[how]);
        for (const notification of notifications) {
          hintsOf(document);
          for (const relative of notification) {
            document = editDocument(document, [placed(relative, document.text.length)]);
          }
          expect(hintsOf(document)).toEqual(hintsOf(open(stringOf(document.text), options[how])));
        }
      }),
      inputs(100),
    );
  });
});

it('Groups without trajectories take no memory', () => {
  const remember = vi.spyOn(NodeCache.prototype, 'set');
  const groups = '{}, {"trajectories": []}, {"trajectories": 1}, '.repeat(100);
  const document = open(`{"split": "a", "trajectory_groups": [${groups}{"trajectories": [{"reward": 1}]}]}`);
  runToEnd(findHints(document, 100));
  // The last group, and its trajectory.
  expect(remember).toHaveBeenCalledTimes(2);
  remember.mockRestore();
});
