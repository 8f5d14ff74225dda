import { describe, expect, it } from 'vitest';
import { type DocumentOptions, problemsOf } from '../../../../../server/core/document';
import { fixEverything } from '../../../../../server/core/features/fixes/all/fixEverything';
import { fixesFor } from '../../../../../server/core/features/fixes/fixes';
import { runToEnd } from '../../../../../server/core/work';
import { ofKind, open, options } from '../../support';
import { withEdits } from '../support';

/** The only problem of a text, its first fix and what that makes of the text; and the text after *fix all*. */
function only(text: string, how: DocumentOptions) {
  const document = open(text, how);
  const problems = problemsOf(document);
  expect(problems.map(({ message }) => message)).toHaveLength(1);
  const [first] = runToEnd(fixesFor(document, problems[0]!, { recentModelIds: [] }));
  return {
    message: problems[0]!.message,
    title: first?.title,
    isPreferred: first?.isPreferred,
    fixed: withEdits(text, first?.edits ?? []),
    onSave: withEdits(text, runToEnd(fixEverything(document))),
  };
}

const group = '{"trajectories": [{"reward": 1}]}';
const request = '{"split": "a", "trajectory_groups": [{"trajectories": [{"reward": 1}]}]}';

describe('An invisible character between tokens', () => {
  it.each([
    ['\u00a0', ' ', 'U+00A0 (no-break space)'],
    ['\u3000\u3000', '  ', 'U+3000 (ideographic space)'],
    ['\u200b', '', 'U+200B (zero-width space)'],
    ['\ufeff', '', 'U+FEFF (byte order mark)'],
    ['\f', ' ', 'U+000C (form feed)'],
  ])('is named, and replaced also on save: %j', (found, instead, name) => {
    for (const place of ['"split":', '"a",', '[{"trajectories":', '[{"reward"', '1']) {
      const [before, behind] = request.split(place) as [string, string];
      const text = `${before}${place}${found}${behind}`;
      const { message, fixed, onSave } = only(text, ofKind.request);
      expect(message).toContain(`Unexpected ${name}`);
      expect(fixed).toBe(`${before}${place}${instead}${behind}`);
      expect(onSave).toBe(fixed);
    }
  });

  it('is allowed in a string', () => {
    expect(problemsOf(open(request.replace('"a"', '"a\u00a0\u200b\ufeff"'), ofKind.request))).toEqual([]);
  });
});

describe('Text after the one value', () => {
  it.each([
    [';\n', 'Remove the last character', true],
    ['\u0000', 'Remove the last character', true],
    ['\n```\n', 'Remove the last 3 characters', true],
    ['\n\nI hope this helps!\n', 'Remove the last 18 characters', false],
    [request, `Remove the last ${request.length} characters`, false],
  ])('can be removed: %j', (rest, title, isPreferred) => {
    const found = only(`${request}${rest}`, ofKind.request);
    expect(found).toMatchObject({ title, isPreferred, onSave: `${request}${rest}` });
    expect(JSON.parse(found.fixed)).toEqual(JSON.parse(request));
  });
});

describe('Text before the one value', () => {
  it.each([
    ['v', true],
    ['v ', true],
    ['}', true],
    [', ', true],
    [': ', true],
    ['- ', true],
    ["'", true],
    ['\\', true],
    ['```  ', true],
    ['5', true],
    ['12. ', false],
    ['"a" ', false],
    ['null ', false],
    ['Here it is: ', false],
  ])('can be removed: %j', (extra, isPreferred) => {
    const shown = extra.trim();
    const found = only(`${extra}${request}\n`, ofKind.request);
    const message = `Unexpected '${shown}' before the value. Remove it.`;
    const title = `Remove ${shown}`;
    expect(found).toMatchObject({ message, title, isPreferred, fixed: `${request}\n` });
    const line = `${group}\n${extra}${group}\n${group}\n`;
    expect(only(line, ofKind.lines)).toMatchObject({
      message,
      title,
      fixed: `${group}\n${group}\n${group}\n`,
    });
  });

  it.each(['[INFO] starting\n', `${'words \n'.repeat(40)}`])(
    'is the text of a wrong file where the value cannot be read behind it: %j',
    (lead) => {
      const [problem, ...others] = problemsOf(open(`${lead}${request}\n`, options.trajectory));
      expect([problem!.code, others]).toEqual(['wrong-file', []]);
    },
  );

  it('does not reach into a value in another notation', () => {
    const messages = problemsOf(open(`v\n{'split': 'a',\n 'trajectory_groups': []}\n`, options.trajectory));
    expect(messages.map(({ message }) => message).join()).not.toContain('trajectory_groups');
  });

  it('is one problem on each line, however many there are', () => {
    const count = 2000;
    expect(open(`'a' ${group}\n`.repeat(count), ofKind.lines).tree.root.syntaxErrorCount).toBe(count);
  });

  it('hides no problem of the value', () => {
    const problems = problemsOf(open(`v${request.replace('1}', '"1"}')}`, ofKind.request));
    expect(problems.map(({ code }) => code)).toEqual(['syntax', 'wrong-type']);
  });

  it.each([
    ['Here it is:\n', '\nThat is all.'],
    ['(', ')'],
    ['const data = ', ';'],
    ['export default ', ';\n'],
    ['{', '}'],
    ['{\n', '\n}\n'],
  ])('is one problem with the text after the value: %j … %j', (before, after) => {
    for (const text of [request, JSON.stringify(JSON.parse(request), null, 2)]) {
      const found = only(`${before}${text}${after}`, options.trajectory);
      expect(found.title).toBe('Remove the text around the value');
      expect(found.fixed.trim()).toBe(text);
    }
  });

  it('is no property, and must be near', () => {
    for (const text of [
      request.slice(1),
      `"trajectory_groups": [${group}]}`,
      `v${' '.repeat(1000)}${request}`,
    ]) {
      const messages = problemsOf(open(text, ofKind.request)).map(({ message }) => message);
      expect(messages.join()).not.toContain('before the value');
    }
  });
});

describe('JSON in quotes, with its own quotes as they are, is one problem', () => {
  const inTrajectory = (member: string): string => request.replace('"reward": 1', `"reward": 1, ${member}`);
  it.each([
    ['"metadata": "{"a": 1, "b": "x"}"', '"metadata": {"a": 1, "b": "x"}'],
    ['"metadata": "{""a"": 1}"', '"metadata": {"a": 1}'],
    ['"metadata": {"a": "{"b": 1}"}', '"metadata": {"a": "{\\"b\\": 1}"}'],
    ['"logs": ["["a", "b"]", "c"]', '"logs": ["[\\"a\\", \\"b\\"]", "c"]'],
    [
      '"messages_and_choices": ["{""role"": ""user"", ""content"": ""x""}"]',
      '"messages_and_choices": [{"role": "user", "content": "x"}]',
    ],
    [
      '"messages_and_choices": [{"role": "user", "content": "{"x": [1, "]"]}"}]',
      '"messages_and_choices": [{"role": "user", "content": "{\\"x\\": [1, \\"]\\"]}"}]',
    ],
  ])('%s', (wrong, right) => {
    const { fixed } = only(inTrajectory(wrong), ofKind.request);
    expect(fixed).toBe(inTrajectory(right));
    expect(problemsOf(open(fixed, ofKind.request))).toEqual([]);
  });

  it('is no bracket in quotes', () => {
    const text = inTrajectory('"metadata": {"open": "{", "close": "}", "list": ["[", "]"]}');
    expect(problemsOf(open(text, ofKind.request))).toEqual([]);
  });
});

describe('Text in a line of JSON Lines', () => {
  it.each([
    ['a time', `2026-03-14 09:26:53 ${group}`, 'Remove the text before the JSON', group],
    ['a prefix', `data: ${group}`, 'Remove data:', group],
    ['a comma', `${group},`, 'Remove ,', group],
    ['words behind', `${group} done`, 'Remove the rest of the line', `${group} `],
    ['a joined line', `${group}, ${group}`, 'Begin a new line', `${group}\n${group}`],
    [
      'several joined lines',
      `${group}${group} ${group}, ${group}`,
      'Put each value on a line of its own',
      `${group}\n${group}\n${group}\n${group}`,
    ],
  ])('keeps the value of the line: %s', (_, line, title, fixed) => {
    const found = only(`${group}\n${line}\n${group}\n`, ofKind.lines);
    expect(found).toMatchObject({ title, fixed: `${group}\n${fixed}\n${group}\n` });
  });

  it('is named if it is zero bytes, which an interrupted write leaves', () => {
    const message = 'Unexpected zero bytes, which an interrupted write leaves. Remove them.';
    for (const count of [20, 4000]) {
      const zeros = '\0'.repeat(count);
      for (const [line, fixed] of [
        [`${zeros}${group}`, group],
        [`${group}${zeros}${group}`, `${group}\n${group}`],
        [`${group}${zeros}`, group],
      ])
        expect(only(`${group}\n${line}\n${group}\n`, ofKind.lines)).toMatchObject({
          message,
          fixed: `${group}\n${fixed}\n${group}\n`,
        });
    }
  });

  it('without JSON is removed with its line', () => {
    const found = only(`${group}\n2026-03-14 09:26:53 retrying\n${group}\n`, ofKind.lines);
    expect(found).toMatchObject({ title: 'Remove the line', fixed: `${group}\n${group}\n` });
  });
});

describe('A stray character in an object', () => {
  it.each([
    ['{"split": "a",x\n "trajectory_groups": []}', 'Remove x'],
    ['{"split": "a",\\n "trajectory_groups": []}', 'Remove \\n'],
    ['{"split": "a"， "trajectory_groups": []}', 'Replace with ,'],
    ['{"split": "a". "trajectory_groups": []}', 'Replace with ,'],
    ['{"split"： "a", "trajectory_groups": []}', 'Replace with :'],
    ['{"split": "a"，"trajectory_groups": []}', 'Replace with ,'],
    ['{"split": "a";, "trajectory_groups": []}', 'Remove ;'],
    ['{"split": "a",; "trajectory_groups": []}', 'Remove ;'],
    ['{"split": ~"a", "trajectory_groups": []}', 'Remove ~'],
    ['{"split":\\ "a", "trajectory_groups": []}', 'Remove \\'],
    ['{"split": "a", "trajectory_groups": ~[]}', 'Remove ~'],
    ['{"split": "a", "trajectory_groups": -[]}', 'Remove -'],
  ])('is removed or replaced: %s', (text, title) => {
    const document = open(text, ofKind.request);
    const [problem, ...others] = problemsOf(document).filter(({ code }) => code !== 'nothing-to-send');
    expect(others).toEqual([]);
    const [fix] = runToEnd(fixesFor(document, problem!, { recentModelIds: [] }));
    expect(fix?.title).toBe(title);
    expect(JSON.parse(withEdits(text, fix!.edits))).toEqual({ split: 'a', trajectory_groups: [] });
  });
});

it('A mark in place of a value, before the next name, is one problem', () => {
  const found = only(request.replace('"reward": 1', '"reward": ? "logs": []'), ofKind.request);
  expect(found.message).toBe('Unexpected ?. Remove it.');
});

describe('A number with a full-width mark', () => {
  it.each([
    [
      '{"split": "a", "trajectory_groups": [{"trajectories": [{"reward": -0.12345678901234567， "logs": []}]}]}',
      'Replace with ,',
    ],
    [
      '{"split": "a", "trajectory_groups": [{"trajectories": [{"reward": 1， "logs": []}]}]}',
      'Replace with ,',
    ],
    [
      '{"split": "a", "trajectory_groups": [{"trajectories": [{"reward"：1, "logs": []}]}]}',
      'Replace with :',
    ],
    [
      '{"split": "a", "trajectory_groups": [{"trajectories": [{"reward": 1, "logs": []}， {}]}]}',
      'Replace with ,',
    ],
  ])('stays the number: %s', (text, title) => {
    expect(firstFix(text)).toEqual([title, text.replace('，', ',').replace('：', ':')]);
  });
});

describe('A placeholder', () => {
  const variables = ['LR', 'LR:-a b', 'oc.env:LR,0.1', '{ secrets.LR }'].map((name) => `$\{${name}}`);
  it.each([...variables, `${variables[0]}/a.txt`, '{{ reward }}'])('is one problem: %s', (word) => {
    const { message } = only(request.replace('"reward": 1', `"reward": ${word}`), ofKind.request);
    expect(message).toBe(`Unexpected ${word}: a placeholder that was not replaced by its value.`);
  });
});

describe('A word that is not JSON', () => {
  it.each([
    ['undefined', 'undefined is JavaScript. The JSON value is null.'],
    ['--1', '--1 is not a valid JSON number.'],
    ['-', '- is not a valid JSON number.'],
  ])('has a message of its own: %s', (word, message) => {
    expect(only(request.replace('"reward": 1', `"reward": ${word}`), ofKind.request).message).toBe(message);
  });
});

/** The first fix of a text, as its title and what it makes of the text. */
function firstFix(
  text: string,
  how: DocumentOptions = ofKind.request,
): readonly [string | undefined, string] {
  const document = open(text, how);
  const [problem] = problemsOf(document).filter(({ severity }) => severity !== 'hint');
  const [fix] = runToEnd(fixesFor(document, problem!, { recentModelIds: [] }));
  return [fix?.title, withEdits(text, fix?.edits ?? [])];
}

describe('The first fix', () => {
  const inGroup = (trajectory: string): string =>
    `{"split": "a", "trajectory_groups": [{"trajectories": [{${trajectory}}]}]}`;
  it.each([
    ['"metadata": "{"a": 1}"', 'Remove both quotes', '"metadata": {"a": 1}'],
    ['"logs": ["{"a": 1}"]', 'Escape the JSON in the quotes', '"logs": ["{\\"a\\": 1}"]'],
    ['""reward": 1', 'Remove the quote', '"reward": 1'],
    [
      '"messages_and_choices": [[{"role": "user"}]',
      'Remove the bracket',
      '"messages_and_choices": [{"role": "user"}]',
    ],
    [
      '"messages_and_choices": [[{"role": "user"}]]',
      'Remove the inner brackets',
      '"messages_and_choices": [{"role": "user"}]',
    ],
    [
      '"messages_and_choices": {"messages": []}',
      'Replace with the value of "messages"',
      '"messages_and_choices": []',
    ],
    ['"metadata": [{"a": 1}]', 'Remove the outer brackets', '"metadata": {"a": 1}'],
    ['"reward": {"value": 0.5}', 'Replace with 0.5', '"reward": 0.5'],
    ['"reward": "0,5"', 'Replace with 0.5', '"reward": 0.5'],
    ['"reward": ".5"', 'Replace with 0.5', '"reward": 0.5'],
    ['"reward": "+1e-3"', 'Replace with 1e-3', '"reward": 1e-3'],
    ['"reward": "1_000"', 'Replace with 1000', '"reward": 1000'],
    ['"reward": Array(0.5, dtype=float32)', 'Replace with 0.5', '"reward": 0.5'],
    [
      '"start_time": {"$date": "2026-03-14T09:26:53Z"}',
      'Replace with 2026-03-14T09:26:53Z',
      '"start_time": "2026-03-14T09:26:53Z"',
    ],
    [
      '"start_time": "2026-03-14T09:26:53+00:00Z"',
      'Replace with 2026-03-14T09:26:53Z',
      '"start_time": "2026-03-14T09:26:53Z"',
    ],
    [
      '"start_time": "Sat Mar 14 09:26:53 2026"',
      'Replace with 2026-03-14T09:26:53Z, assuming UTC',
      '"start_time": "2026-03-14T09:26:53Z"',
    ],
    [
      '"start_time": "March 14, 2026 9:26 PM"',
      'Replace with 2026-03-14T21:26:00Z, assuming UTC',
      '"start_time": "2026-03-14T21:26:00Z"',
    ],
    [
      '"start_time": "2026-03-14T09-26-53"',
      'Replace with 2026-03-14T09:26:53Z, assuming UTC',
      '"start_time": "2026-03-14T09:26:53Z"',
    ],
  ])('of %s', (trajectory, title, fixed) => {
    expect(firstFix(inGroup(trajectory))).toEqual([title, inGroup(fixed)]);
  });

  it('of a text without its first bracket inserts it', () => {
    expect(firstFix(request.slice(1))).toEqual(['Insert the missing {', request]);
    expect(firstFix(`${group}\n${group.slice(1)}\n`, ofKind.lines)).toEqual([
      'Insert the missing {',
      `${group}\n${group}\n`,
    ]);
  });

  it('of lines of a value that was printed over several lines inserts no brackets', () => {
    const printed = JSON.stringify(JSON.parse(group), null, 2);
    const content = `${group}\n${printed}\n${group}\n`;
    const document = open(content, ofKind.lines);
    const messages = problemsOf(document).map(({ message }) => message);
    expect(messages).not.toContain("Expected '{' before this property.");
  });

  it('of an array on several lines joins the lines before anything else', () => {
    const document = open(`${group}\n[\n1\n]\n`, ofKind.lines);
    const fixes = problemsOf(document).map((problem) =>
      runToEnd(fixesFor(document, problem, { recentModelIds: [] })).map(({ title }) => title),
    );
    expect(fixes).toEqual([[], ['Join the 3 lines of this value']]);
  });

  it('of a line that holds no object removes the line', () => {
    for (const line of ['null', '[]', '42'])
      expect(firstFix(`${group}\n${line}\n${group}\n`, ofKind.lines)).toEqual([
        'Remove the line',
        `${group}\n${group}\n`,
      ]);
  });
});

it('A name with a syntax error is not reported a second time as undocumented', () => {
  expect(
    problemsOf(
      open('{"split": "a", "trajectory_groups": [{"trajectories": [{""rewad": 1}]}]}', ofKind.request),
    ),
  ).toMatchObject([{ code: 'syntax' }]);
});
