import { expect, it } from 'vitest';
import { problemsOf } from '../../../../../server/core/document';
import { fixAllOfCode } from '../../../../../server/core/features/fixes/all/fixAll';
import { fixesFor } from '../../../../../server/core/features/fixes/fixes';
import { runToEnd } from '../../../../../server/core/work';
import { ofKind, open } from '../../support';
import { withEdits } from '../support';

const user = '{"role": "user", "content": "Hi"}';
const assistant = '{"role": "assistant", "content": "Yo"}';
const inRequest = (members: string): string =>
  `{"split": "a", "trajectory_groups": [{"trajectories": [{${members}}]}]}`;

/** What was typed, and what its only problem's first fix makes of it. */
const slips: Readonly<Record<string, readonly [wrong: string, right: string]>> = {
  'a semicolon for a colon': ['"reward"; 1', '"reward": 1'],
  'a colon inside the quotes': ['"reward:" 1', '"reward": 1'],
  'a colon inside the quotes, without a space': ['"reward:"0.5,"metadata":{}', '"reward":0.5,"metadata":{}'],
  'no colon, without a space': ['"reward"0.5,"metadata":{}', '"reward":0.5,"metadata":{}'],
  'no colon before a literal': ['"metadata": {"ok"true}', '"metadata": {"ok":true}'],
  'no comma between strings, without a space': [
    '"metadata": {"tags":["x""y","z"]}',
    '"metadata": {"tags":["x","y","z"]}',
  ],
  'a minus sign before a name': ['"reward": 1, -"metadata": {}', '"reward": 1, "metadata": {}'],
  'a digit before a name': ['"reward": 1, 0"metadata": {}', '"reward": 1, "metadata": {}'],
  'an equals sign before the colon': ['"reward"=: 1', '"reward": 1'],
  'a letter before the bracket of an item': [
    `"messages_and_choices": [${user}, x${assistant}]`,
    `"messages_and_choices": [${user}, ${assistant}]`,
  ],
  'a mark before the bracket of an item, whose members are on lines of their own': [
    '"messages_and_choices": [\n  .{\n    "role": "user",\n    "content": "Hi"\n  }\n]',
    '"messages_and_choices": [\n  {\n    "role": "user",\n    "content": "Hi"\n  }\n]',
  ],
  'a word before the bracket of an item, whose members are on lines of their own': [
    '"messages_and_choices": [\n  Message {\n    "role": "user",\n    "content": "Hi"\n  }\n]',
    '"messages_and_choices": [\n   {\n    "role": "user",\n    "content": "Hi"\n  }\n]',
  ],
  'a letter before the bracket of a list': [
    `"messages_and_choices": x[${user}]`,
    `"messages_and_choices": [${user}]`,
  ],
  'a letter before the bracket of an object': ['"metadata": x{"a": 1}', '"metadata": {"a": 1}'],
  'a comma inside the quotes': [
    '"messages_and_choices": [{"role": "user,"\n"content": "Hi"}]',
    '"messages_and_choices": [{"role": "user",\n"content": "Hi"}]',
  ],
  'a number without its opening quote': [
    '"messages_and_choices": [{"role": "user", "content": 408"}]',
    '"messages_and_choices": [{"role": "user", "content": "408"}]',
  ],
  'a number sign after a name': ['"metadata": {"id"#: 1, "n": 2}', '"metadata": {"id": 1, "n": 2}'],
  'a number sign before a name': ['"reward": 1,#"metadata": {}', '"reward": 1,"metadata": {}'],
  'a single quote at the end of a string': [
    `"messages_and_choices": [{"role": "user', "content": "Hi"}]`,
    `"messages_and_choices": [${user}]`,
  ],
  'two single quotes on each side': [
    `"messages_and_choices": [{"role": ''user'', "content": "Hi"}]`,
    `"messages_and_choices": [${user}]`,
  ],
  'a quote before a number': ['"metrics": {"a": "-0.5, "b": 1}', '"metrics": {"a": -0.5, "b": 1}'],
  'TeX with some escapes that JSON has': [
    String.raw`"messages_and_choices": [{"role": "user", "content": "$\alpha \times \frac{1}{2}$"}]`,
    String.raw`"messages_and_choices": [{"role": "user", "content": "$\\alpha \\times \\frac{1}{2}$"}]`,
  ],
  'an id without its quotes': [
    '"messages_and_choices": [{"role": "tool", "content": "a", "tool_call_id": 3f2a1b9c-0d}]',
    '"messages_and_choices": [{"role": "tool", "content": "a", "tool_call_id": "3f2a1b9c-0d"}]',
  ],
  'a number with a unit': ['"metadata": {"took": 7s}', '"metadata": {"took": "7s"}'],
  'letters between a name and its colon': ['"reward"w: 1', '"reward": 1'],
  'a second quote after a name': ['"reward"": 1', '"reward": 1'],
  'a quote in a name': ['"rew"ard": 1', '"reward": 1'],
  'a name in doubled quotes': ['"metadata": {""user.name"": 1}', '"metadata": {"user.name": 1}'],
  'a name that ends with a single quote': ['"reward\': 1', '"reward": 1'],
  'a colon for a comma after a string': [
    `"messages_and_choices": [{"role": "user": "content": "Hi"}]`,
    `"messages_and_choices": [${user}]`,
  ],
  'a colon for a comma after a number': ['"reward": 1: "metadata": {}', '"reward": 1, "metadata": {}'],
  'a colon for a comma after a bracket': ['"metrics": {}: "reward": 1', '"metrics": {}, "reward": 1'],
  'strings to be joined': [
    `"messages_and_choices": [{"role": "user", "content": "H" "i"}]`,
    `"messages_and_choices": [${user}]`,
  ],
  'strings to be joined, a line each': [
    `"messages_and_choices": [{"role": "user", "content": "H"\n  "i"\n  ""}, ${assistant}]`,
    `"messages_and_choices": [${user}, ${assistant}]`,
  ],
  'a log message between properties': [
    '"reward": 1,\n[2026-03-14 10:11:12] INFO saving\n"metadata": {}',
    '"reward": 1,\n"metadata": {}',
  ],
  'a log message with an object': [
    '"reward": 1,\n[rank0]: W0102 03:04:05 NCCL {"a": 1}\n"metadata": {}',
    '"reward": 1,\n"metadata": {}',
  ],
  'a log message before a comma': [
    '"reward": 1\n2026-03-14 10:11:12,123 - root - INFO - step 3\n, "metadata": {}',
    '"reward": 1\n, "metadata": {}',
  ],
  'a log message behind a comma, on its line': [
    '"reward": 1, WARNING: slow\n"metadata": {}',
    '"reward": 1, \n"metadata": {}',
  ],
  'a log message after an array': [
    `"messages_and_choices": [${user}],\n[INFO] saving\n"reward": 1`,
    `"messages_and_choices": [${user}],\n"reward": 1`,
  ],
  'a number without its name': ['"metadata": {}, 0.5', '"metadata": {}, "reward": 0.5'],
  'an object without its name': [
    '"reward": 1, {"steps": 3}, "metadata": {}',
    '"reward": 1, "metrics": {"steps": 3}, "metadata": {}',
  ],
  'an array without its name, after an object': [
    `"metadata": {}, [${user}, ${assistant}], "reward": 1`,
    `"metadata": {}, "messages_and_choices": [${user}, ${assistant}], "reward": 1`,
  ],
  'a string without its name': [
    `"messages_and_choices": [{"role": "user", "Hi"}]`,
    `"messages_and_choices": [{"role": "user", "content": "Hi"}]`,
  ],
  'a name that was deleted before its colon': [
    `"messages_and_choices": [{: "user", "content": "Hi"}]`,
    `"messages_and_choices": [${user}]`,
  ],
  'a colon between two items': [
    `"messages_and_choices": [${user}: ${assistant}]`,
    `"messages_and_choices": [${user}, ${assistant}]`,
  ],
  'a brace that ends a trajectory too early': [
    '"metrics": {"a": 1}}, "metadata": {}',
    '"metrics": {"a": 1}, "metadata": {}',
  ],
  'a time without quotes': ['"start_time": 2026-03-14T09:26:53Z', '"start_time": "2026-03-14T09:26:53Z"'],
  'a name typed twice': ['"reward" "reward": 1', '"reward": 1'],
  'a name and its colon typed twice': [
    `"messages_and_choices": [{"role": "role": "user", "content": "Hi"}]`,
    `"messages_and_choices": [${user}]`,
  ],
  'a comma typed as <': [
    `"messages_and_choices": [{"role": "user"< "content": "Hi"}]`,
    `"messages_and_choices": [${user}]`,
  ],
  'a brace closed by )': [
    `"messages_and_choices": [{"role": "user", "content": "Hi"), ${assistant}]`,
    `"messages_and_choices": [${user}, ${assistant}]`,
  ],
  'an array closed by )': [
    `"messages_and_choices": [${user}, ${assistant}), "reward": 1`,
    `"messages_and_choices": [${user}, ${assistant}], "reward": 1`,
  ],
  'a brace opened by (': [
    `"messages_and_choices": [("role": "user", "content": "Hi"}]`,
    `"messages_and_choices": [${user}]`,
  ],
  'an array opened by (': [
    `"messages_and_choices": (${user}, ${assistant}], "reward": 1`,
    `"messages_and_choices": [${user}, ${assistant}], "reward": 1`,
  ],
  'an array of strings opened by (': ['"logs": ("a", "b"], "reward": 1', '"logs": ["a", "b"], "reward": 1'],
  'a string opened by a typographic quote': [
    `"messages_and_choices": [{"role": “user", "content": "Hi"}]`,
    `"messages_and_choices": [${user}]`,
  ],
  'a string closed by a typographic quote': [
    `"messages_and_choices": [{"role": "user", "content": "Hi”}]`,
    `"messages_and_choices": [${user}]`,
  ],
  'a string opened by a single quote': [
    `"messages_and_choices": [{"role": 'user", "content": "Hi"}]`,
    `"messages_and_choices": [${user}]`,
  ],
  'a brace missing inside of the last member of an object': [
    '"tools": [{"type": "function", "function": {"name": "f", "parameters": {"type": "object", "strict": false}}], "reward": 1',
    '"tools": [{"type": "function", "function": {"name": "f", "parameters": {"type": "object"}, "strict": false}}], "reward": 1',
  ],
  'an object opened by [': [
    '"metrics": ["a": 1, "b": 2}, "reward": 1',
    '"metrics": {"a": 1, "b": 2}, "reward": 1',
  ],
  'an array opened by {': [
    `"messages_and_choices": {${user}, ${assistant}], "reward": 1`,
    `"messages_and_choices": [${user}, ${assistant}], "reward": 1`,
  ],
  'a brace typed twice, with its comma': [
    `"messages_and_choices": [${user}, }, ${assistant}], "reward": 1`,
    `"messages_and_choices": [${user}, ${assistant}], "reward": 1`,
  ],
  'a brace of the right kind typed twice, with its comma': [
    '"metrics": {"a": 1},\n},\n"reward": 1',
    '"metrics": {"a": 1},\n"reward": 1',
  ],
  'a bracket typed twice, with its comma': [
    `"messages_and_choices": [${user}, ${assistant}], ], "reward": 1`,
    `"messages_and_choices": [${user}, ${assistant}], "reward": 1`,
  ],
  'a placeholder of a template': ['"metadata": {"run": {{ run.id }}}', '"metadata": {"run": "{{ run.id }}"}'],
  'a brace missing before a name of the object around it': [
    '"metadata": {"k": "v", "reward": 1',
    '"metadata": {"k": "v"}, "reward": 1',
  ],
  'a brace typed before a name': [
    `"messages_and_choices": [${user}], { "reward": 1`,
    `"messages_and_choices": [${user}],  "reward": 1`,
  ],
  'a brace typed before a name of a message': [
    `"messages_and_choices": [{"role": "user", {"content": "Hi"}, ${assistant}]`,
    `"messages_and_choices": [${user}, ${assistant}]`,
  ],
  'a brace typed behind an array': [
    `"messages_and_choices": [${user}]}, "reward": 1`,
    `"messages_and_choices": [${user}], "reward": 1`,
  ],
  'a quote typed twice before a value': [
    '"messages_and_choices": [{"role": ""user", "content": "Hi"}]',
    `"messages_and_choices": [${user}]`,
  ],
  'a quote typed twice behind a value': [
    '"messages_and_choices": [{"role": "user"", "content": "Hi"}]',
    `"messages_and_choices": [${user}]`,
  ],
  'a backslash before the last quote': [
    '"messages_and_choices": [{"role": "user", "content": "Hi\\"}]',
    `"messages_and_choices": [${user}]`,
  ],
  'a path that ends with a backslash': [
    '"metadata": {"folder": "C:\\\\runs\\"}',
    '"metadata": {"folder": "C:\\\\runs\\\\"}',
  ],
  'a line of signs': ['"reward": 1,\n=======\n"metrics": {}', '"reward": 1,\n\n"metrics": {}'],
  'an address': ['"reward": 1,\nhttps://a.b/c?d=1\n"metrics": {}', '"reward": 1,\n\n"metrics": {}'],
  'words on a line': ['"reward": 1,\n-- todo later\n"metrics": {}', '"reward": 1,\n\n"metrics": {}'],
  'JSON in a text': [
    '"logs": ["Result: {"user_id": "a", "n": 3} ok"]',
    '"logs": ["Result: {\\"user_id\\": \\"a\\", \\"n\\": 3} ok"]',
  ],
  'the line of a closing brace deleted': [
    '"messages_and_choices": [{"role": "user", "content": "Hi"\n {"role": "assistant", "content": "Yo"}]',
    '"messages_and_choices": [{"role": "user", "content": "Hi"},\n {"role": "assistant", "content": "Yo"}]',
  ],
};

it.each(Object.entries(slips))('%s is one problem, with a fix', (_, [wrong, right]) => {
  const text = inRequest(wrong);
  const document = open(text, ofKind.request);
  const [problem, ...others] = problemsOf(document).filter(({ severity }) => severity !== 'hint');
  expect(others).toEqual([]);
  const [fix] = runToEnd(fixesFor(document, problem!, { recentModelIds: [] }));
  const fixed = withEdits(text, fix?.edits ?? []);
  expect(fixed).toBe(inRequest(right));
  expect(problemsOf(open(fixed, ofKind.request))).toEqual([]);
});

it('Parentheses in texts are no slips', () => {
  const text = inRequest('"logs": ["see (a)", "(", ")", "f(\\"x\\")", "He said (\\"a\\"), then"]');
  expect(problemsOf(open(text, ofKind.request))).toEqual([]);
});

it('A trailing comma after a container is no bracket that was typed twice', () => {
  const text = inRequest('"metadata": {"a": {"b": {"c": 1},}, "d": 1}, "reward": 1');
  expect(problemsOf(open(text, ofKind.request)).map(({ from, to }) => text.slice(from, to))).toEqual([',']);
});

it('A brace and a comma missing before a name of the object around it are inserted together', () => {
  const text = inRequest('"metadata": {\n"k": "v"\n"reward": 1');
  const document = open(text, ofKind.request);
  const [unclosed] = problemsOf(document);
  const [fix] = runToEnd(fixesFor(document, unclosed!, { recentModelIds: [] }));
  const fixed = withEdits(text, fix?.edits ?? []);
  expect(problemsOf(open(fixed, ofKind.request))).toEqual([]);
  expect(fixed.replaceAll('\n', '')).toBe(inRequest('"metadata": {"k": "v"},"reward": 1'));
});

it('An object in which the names begin again is made two, and nothing is removed unasked', () => {
  const first = '{"role": "user", "content": "a"';
  const two = `[${first}}, {"role": "assistant", "content": "b"}]`;
  for (const between of [', ', '\n']) {
    const text = inRequest(
      `"messages_and_choices": [${first}${between}"role": "assistant", "content": "b"}]`,
    );
    const document = open(text, ofKind.request);
    const [problem] = problemsOf(document);
    const [fix] = runToEnd(fixesFor(document, problem!, { recentModelIds: [] }));
    expect(withEdits(text, fix!.edits)).toBe(inRequest(`"messages_and_choices": ${two}`));
    for (const code of ['duplicate-key', 'syntax'] as const)
      expect(runToEnd(fixAllOfCode(document, code))).toEqual([]);
  }
});

it('An object with a wrong value is made two, too', () => {
  const text = inRequest(
    '"messages_and_choices": [{"role": \'user\', "content": \'a\', "role": "assistant", "content": "b"}]',
  );
  const document = open(text, ofKind.request);
  const doubled = problemsOf(document).find(({ code }) => code === 'duplicate-key')!;
  const fixes = runToEnd(fixesFor(document, doubled, { recentModelIds: [] }));
  expect(fixes.map(({ title }) => title)).toContain('Make it two objects');
});

it('A list that is begun twice is not made two objects', () => {
  const text =
    '{"split": "a", "trajectory_groups": [{\n"trajectories": [\n"trajectories": [\n{"reward": 1}]}]}';
  const document = open(text, ofKind.request);
  const doubled = problemsOf(document).find(({ code }) => code === 'duplicate-key')!;
  const fixes = runToEnd(fixesFor(document, doubled, { recentModelIds: [] }));
  expect(fixes.map(({ edits }) => withEdits(text, edits).replace(/\s+/g, ' '))).toEqual([
    '{"split": "a", "trajectory_groups": [{ "trajectories": [ {"reward": 1}]}]}',
  ]);
});

it('What only the author knows is not fixed unasked', () => {
  const texts = [
    String.raw`"logs": ["C:\data\new"]`,
    '"messages_and_choices": [{"role": "user,"\n"content": "Hi"}]',
    '"score": 0.5, "return": 0.7',
  ];
  for (const members of texts) {
    const document = open(inRequest(members), ofKind.request);
    for (const code of ['syntax', 'unknown-property'] as const)
      expect(runToEnd(fixAllOfCode(document, code))).toEqual([]);
  }
});

it('What is left of a truncated text is not removed together with other problems', () => {
  const text =
    '{"split": "a", "trajectory_groups": [{"trajectories": [{"reward": 1}, {"reward": 2, "metadata": {"task';
  expect(runToEnd(fixAllOfCode(open(text, ofKind.request), 'syntax'))).toEqual([]);
});
