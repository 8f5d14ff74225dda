import { describe, expect, it } from 'vitest';
import { type DocumentOptions, problemsOf } from '../../../../../server/core/document';
import { fixesFor } from '../../../../../server/core/features/fixes/fixes';
import { runToEnd } from '../../../../../server/core/work';
import { open, options } from '../../support';
import { inMetrics, withEdits } from '../support';

/** The problems of a text, and the texts after its fixes. */
function told(
  content: string,
  how: DocumentOptions = options.trajectory,
): { problems: string[]; fixes: string[] } {
  const document = open(content, how);
  const found = problemsOf(document).filter(({ code }) => code === 'syntax');
  const problems = found.map(({ message, from, to }) => `⟦${content.slice(from, to)}⟧ ${message}`);
  const fixes = found.flatMap((problem) =>
    runToEnd(fixesFor(document, problem, { recentModelIds: [] })).map(
      ({ title, edits }) => `${title} => ${withEdits(content, edits)}`,
    ),
  );
  return { problems, fixes };
}

describe('A line break in a string', () => {
  const message = 'Line breaks in a string must be written as \\n.';
  it.each([
    ['"one\ntwo"', 'Replace with \\n => "one\\ntwo"'],
    ['"one\r\ntwo"', 'Replace with \\n => "one\\ntwo"'],
    ['"one \\\\\\\ntwo"', 'Replace with \\n => "one \\\\\\\\\\ntwo"'],
    ['"def f():\n\treturn {}\n}\n"', 'Escape 4 control characters => "def f():\\n\\treturn {}\\n}\\n"'],
    ['"one\nsaid "two"\nthree"', 'Escape 4 characters => "one\\nsaid \\"two\\"\\nthree"'],
    [
      '"code:\nprint("x")\nd = {"a": 1}\n"',
      'Escape 7 characters => "code:\\nprint(\\"x\\")\\nd = {\\"a\\": 1}\\n"',
    ],
  ])('%j is one problem', (string, fix) => {
    const { problems, fixes } = told(inMetrics(`{ "a": ${string},\n "b": "c" }`));
    expect(problems).toEqual([`⟦${string.includes('\r') ? '\r\n' : '\n'}⟧ ${message}`]);
    const [title, after] = fix.split(' => ');
    expect(fixes).toEqual([`${title} => ${inMetrics(`{ "a": ${after},\n "b": "c" }`)}`]);
  });

  it('is not reported if the closing quote is missing', () => {
    for (const next of ['"b": "c"', '"b": ["c", "d"]', '"b": 1, "c": ""']) {
      const { problems } = told(inMetrics(`{ "a": "one,\n ${next} }`));
      expect(problems).toEqual(['⟦"one⟧ Unterminated string: expected \'"\' at its end.']);
    }
  });

  it('in JSON Lines does not extend into the next document', () => {
    const line = '{"trajectories": [{"logs": ["one\ntwo"]}]}\n{"trajectories": [{"logs": []}]}';
    expect(told(line, options.lines).fixes).toEqual([
      `Replace with \\n => ${line.replace('one\n', 'one\\n')}`,
    ]);
    const truncated = '{"trajectories": [{"logs": ["one\n{"trajectories": [{"logs": ["two"]}]}';
    expect(told(truncated, options.lines).problems).toHaveLength(1);
  });
});

describe('A missing quote is one problem', () => {
  it.each([['"a": hello, "you": x and [1]", "b": 1', '"a": "hello, "you": x and [1]", "b": 1']])(
    '%s',
    (broken) => expect(told(inMetrics(`{ ${broken} }`)).problems.length).toBeGreaterThan(0),
  );

  it.each([
    [
      '"a": hello, you {x} and [1]", "b": 1',
      'Insert the missing quote',
      '"a": "hello, you {x} and [1]", "b": 1',
    ],
    ['"a": user", "b": "c"', 'Insert the missing quote', '"a": "user", "b": "c"'],
    ['"a": 2 and 3", "b": "c"', 'Insert the missing quote', '"a": "2 and 3", "b": "c"'],
    ['"a": {\\"x\\": [1]}", "b": "c"', 'Insert the missing quote', '"a": "{\\"x\\": [1]}", "b": "c"'],
    ['"a": # A title", "b": "c"', 'Insert the missing quote', '"a": "# A title", "b": "c"'],
    ['"a": "hello, "b": "c"', 'Close the string', '"a": "hello", "b": "c"'],
    ['"a": {"x": "hello}, "b": "c"', 'Close the string', '"a": {"x": "hello"}, "b": "c"'],
    ['"a: "hello", "b": "c"', 'Close the string', '"a": "hello", "b": "c"'],
    ['"a: 1, "b": "c"', 'Close the string', '"a": 1, "b": "c"'],
  ])('%s', (broken, title, whole) => {
    const { problems, fixes } = told(inMetrics(`{ ${broken} }`));
    expect(problems).toHaveLength(1);
    expect(fixes).toContain(`${title} => ${inMetrics(`{ ${whole} }`)}`);
  });

  it.each([
    ['“split": "a"', 'Replace “ with "'],
    ['\'split": "a"', 'Replace the single quote'],
    ['"split”: "a"', 'Replace ” with "'],
    ['"split\': "a"', 'Replace the single quote'],
  ])('also if another quote is in its place, before or after a name: %s', (broken, title) => {
    const groups = '"trajectory_groups": [{"trajectories": [{"reward": 1}]}]';
    const content = `{${broken}, ${groups}}`;
    const [problem, ...others] = problemsOf(open(content));
    expect([problem!.code, others]).toEqual(['syntax', []]);
    expect(told(content).fixes[0]).toBe(`${title} => {"split": "a", ${groups}}`);
  });
});

describe('Python of any length is one problem', () => {
  it.each([
    [
      "{'a': 'it\\'s', 'b': None, 'c': [True, {'d': \"e\"}]}",
      '{"a": "it\'s", "b": null, "c": [true, {"d": "e"}]}',
    ],
    ["[{'a': 1}, {'b': 2}, 'c']", '[{"a": 1}, {"b": 2}, "c"]'],
    [`{'a': '${'word, '.repeat(5000)}'}`, `{"a": "${'word, '.repeat(5000)}"}`],
    ["{'a': np.float64(0.5), 'b': 1}", '{"a": 0.5, "b": 1}'],
  ])('%.40s', (python, json) => {
    const { problems, fixes } = told(inMetrics(python));
    expect(problems.filter((one) => one.includes('single quotes'))).toHaveLength(1);
    expect(fixes[0]!.replace(/^.*? => /, '')).toBe(inMetrics(json));
  });
});

describe('A text that is cut off is one problem', () => {
  const start = '{"split": "a", "trajectory_groups": [{"trajectories": [{"reward": 1}, {"reward": 0.5, ';
  const end = '}]}]}';
  it.each([
    ['"logs": ["one", "tw', `"logs": ["one"]${end}`, 3],
    ['"logs": ["one", "tw\\', `"logs": ["one"]${end}`, 4],
    ['"metr', end, 5],
    ['"metrics"', end, 9],
    ['"metrics":', end, 10],
    ['"metrics": {"a": tru', `"metrics": {}${end}`, 8],
  ])('%s', (tail, whole, count) => {
    const { problems, fixes } = told(start + tail);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('Unexpected end of text');
    const kept = (start + whole).replace(', }]}]}', '}]}]}');
    expect(fixes[0]).toBe(`Remove the last ${count} characters, and close the open brackets => ${kept}`);
  });

  it('even if only one character is left of the last part', () => {
    expect(told(`${start}"`).fixes[0]).toBe(
      `Remove the last character, and close the open brackets => ${start.slice(0, -', '.length)}${end}`,
    );
  });

  it('and its fixes can close or drop the last part', () => {
    const { fixes } = told(`${start}"logs": ["one \\u00`);
    expect(fixes[1]).toBe(
      `Remove the incomplete escape \\u00, and close the string and the open brackets => ${start}"logs": ["one "]${end}`,
    );
    expect(fixes[2]).toBe(
      `Remove the last 34 characters, and close the open brackets => ${start.replace(', {"reward": 0.5, ', '')}]}]}`,
    );
  });

  it('and its string can be closed as it is if no escape is cut', () => {
    const { fixes } = told(`${start}"logs": ["one`);
    expect(fixes[1]).toBe(`Close the string and the open brackets => ${start}"logs": ["one"]${end}`);
    const blank = told(`${start}"logs": ["  `).fixes[1];
    expect(blank).toBe(`Close the string and the open brackets => ${start}"logs": ["  "]${end}`);
  });

  it('and nothing is removed but what the title says, if a string of JSON Lines has a line break', () => {
    const line = '{"trajectories": [{"reward": 1}]}';
    for (const rest of ['', '\n', `\n${line}`]) {
      const { problems, fixes } = told(
        `{"trajectories": [{"logs": ["one", "two\nthree"${rest}`,
        options.lines,
      );
      expect(problems).toHaveLength(1);
      expect(fixes).toEqual([
        `Remove the last 11 characters, and close the open brackets => {"trajectories": [{"logs": ["one"]}]}${rest}`,
      ]);
    }
  });

  it('even in the last of many lines, or in one between others', () => {
    const line = '{"trajectories": [{"reward": 1}]}';
    for (const content of [
      `${line}\n{"trajectories": [{"logs": ["a`,
      `{"trajectories": [{"logs": ["a\n${line}`,
    ])
      expect(told(content, options.lines).problems).toHaveLength(1);
  });
});

it('A truncated line with the next one right behind it can be separated from it', () => {
  const line =
    '{"trajectories": [{"messages_and_choices": [{"role": "user", "content": "What?"}], "reward": 1}]}';
  for (const part of ['"role": "us', '"role": "user", "cont', '"content": "What', '"What?"}]', '"rew']) {
    const before = line.slice(0, line.indexOf(part) + part.length);
    const { fixes } = told(`${line}\n${before}${line}\n${line}\n`, options.lines);
    expect(fixes[0]).toBe(`Begin a new line => ${line}\n${before}\n${line}\n${line}\n`);
  }
});

it('A line is not broken before an object in a list that begins like the line', () => {
  const line = '{"id": 1, "messages_and_choices": [{"id": "a"} {"id": "b"}]}';
  const { fixes } = told(`${line}\n`, options.lines);
  expect(fixes).toEqual([`Insert the missing comma => ${line.replace('} {', '}, {')}\n`]);
});

describe('Syntax of another language is one problem', () => {
  it.each([
    ['"a" = 1, "b": 2', '"a": 1, "b": 2', 'Replace with :'],
    ['"a" => "x", "b": 2', '"a": "x", "b": 2', 'Replace with :'],
    ['"a", 1, "b": 2', '"a": 1, "b": 2', 'Replace with :'],
    ['"a": 1; "b": 2', '"a": 1, "b": 2', 'Replace with ,'],
    ['"a": [1, 2}, "b": 2', '"a": [1, 2], "b": 2', 'Replace with ]'],
    ['"a": 1, # why\n "b": 2', '"a": 1,\n "b": 2', 'Remove the comment'],
    ['"a": “hello, you”, "b": 2', '"a": "hello, you", "b": 2', 'Use double quotes'],
    ['“a”: 1, "b": 2', '"a": 1, "b": 2', 'Use double quotes'],
  ])('%s', (broken, whole, title) => {
    const { problems, fixes } = told(inMetrics(`{ ${broken} }`));
    expect(problems).toHaveLength(1);
    expect(fixes).toContain(`${title} => ${inMetrics(`{ ${whole} }`)}`);
  });
});
