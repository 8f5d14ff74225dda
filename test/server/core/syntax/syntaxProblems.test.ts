import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../../../server/core/document';
import { around, aroundConfig, documents, everywhere } from '../rules/catalogue';
import { open, options, problems } from '../support';

const { trajectory, lines, config } = options;
/** A text that begins with the second half of a character. */
const halfFirst = expect.stringMatching(/^[\udc00-\udfff]/);

it('A document of comments is one problem', () => {
  expect(problems('// not yet\n')).toEqual(['error syntax "// not yet"']);
});

it('A missing value is marked at the whole last character of its name', () => {
  expect(problems('{"a😀}')).toEqual(['error syntax "\\"a😀"', 'error syntax "😀"']);
  expect(problems('{"metadata": {😀: "logs": [1]}}')).toEqual(['error syntax "😀"', 'error syntax "😀"']);
});

it.each(['[/*', '[<!--'])('A long comment that is not closed is cut between characters: %s', (start) => {
  const text = start + '😀'.repeat(6000);
  const found = problemsOf(open(text));
  expect(found.length).toBeGreaterThan(0);
  for (const { from, to } of found) expect([text.slice(from), text.slice(to)]).not.toContainEqual(halfFirst);
});

const rollout = '{"messages_and_choices": [{"role": "user", "content": "a"}], "reward": 1}';
const group = `{"trajectories": [${rollout}]}`;
const noLine = 'information nothing-to-send ⟦⟧ There is no trajectory group to send.';

describe('syntax', () => {
  everywhere(around, [
    ['{"reward": 1 "logs": []}', "error syntax ⟦ ⟧ Expected ','."],
    ['{"reward": 1}'],
    [
      '{"logs": [1], 0.5, "metrics": {}}',
      'error syntax ⟦0.5⟧ Expected a property name in double quotes, found 0.5.',
    ],
    ['{"metrics": {} "reward": 1}', "error syntax ⟦ ⟧ Expected ','."],
    [
      '{"logs": [{}], me, "reward": 1}',
      'error syntax ⟦me⟧ Unexpected me. Put it in double quotes, or remove it.',
    ],
    [
      '{"logs": ["a", me], "metadata": {"b": "c"}}',
      'error syntax ⟦me⟧ Unexpected me. Put it in double quotes, or remove it.',
    ],
    [
      '{"logs": [me] "reward": 1}',
      'error syntax ⟦me⟧ Unexpected me. Put it in double quotes, or remove it.',
      "error syntax ⟦ ⟧ Expected ','.",
    ],
    [
      '{"metadata": {"a": "b", me }, "metrics": {"c": 1}}',
      'error syntax ⟦me⟧ Unexpected me. Put it in double quotes, or remove it.',
    ],
    ['{"logs": {1, 2], "reward": 1}', "error syntax ⟦{⟧ Expected '[', found '{'."],
    ['{"logs": {"a", "b"], "reward": 1}', "error syntax ⟦{⟧ Expected '[', found '{'."],
    ['{"logs": [1,]}', 'error syntax ⟦,⟧ Trailing commas are not allowed in JSON.'],
    ['{"reward": 1,}', 'error syntax ⟦,⟧ Trailing commas are not allowed in JSON.'],
    ['{"logs": [1,,2]}', "error syntax ⟦,⟧ Unexpected ','. Insert a value before it, or remove it."],
    ['{"logs": [,1]}', "error syntax ⟦,⟧ Unexpected ','. Insert a value before it, or remove it."],
    ['{"logs": [] /* none */}', 'error syntax ⟦/* none */⟧ Comments are not allowed in JSON.'],
    [
      '{"logs": [], ======= "reward": 1}',
      'error syntax ⟦=======⟧ Unexpected =======, a mark of a merge conflict. Remove it.',
    ],
    ["{'logs': []}", "error syntax ⟦'logs'⟧ Strings must be in double quotes, not in single quotes."],
    [
      '{"metrics": {"a": \'b\'}}',
      "error syntax ⟦'b'⟧ Strings must be in double quotes, not in single quotes.",
    ],
    ['{“logs”: []}', 'error syntax ⟦“logs”⟧ Strings must be in double quotes, not in typographic quotes.'],
    ['{"logs": [`a`, 1]}', 'error syntax ⟦`a`⟧ Strings must be in double quotes, not in backticks.'],
    [
      '{"logs": [&quot;a, b&quot;]}',
      'error syntax ⟦&quot;a, b&quot;⟧ Strings must be in double quotes, not in &quot;.',
    ],
    [
      '{"metrics": {\\"a\\": 1}}',
      `error syntax ⟦\\"a\\"⟧ Unexpected '\\' before the quotes: JSON is escaped only inside a string.`,
    ],
    [
      '{"metrics": {a: undefined, b: [True, `c`,]}}',
      'error syntax ⟦a⟧ The property name a must be in double quotes.',
    ],
    ['{logs: []}', 'error syntax ⟦logs⟧ The property name logs must be in double quotes.'],
    ['{"reward": NaN}', 'error syntax ⟦NaN⟧ NaN is not a JSON number: numbers must be finite.'],
    [
      '{"reward": -Infinity}',
      'error syntax ⟦-Infinity⟧ -Infinity is not a JSON number: numbers must be finite.',
    ],
    ['{"metrics": {"solved": True}}', 'error syntax ⟦True⟧ True is Python. The JSON value is true.'],
    ['{"metadata": None}', 'error syntax ⟦None⟧ None is Python. The JSON value is null.'],
    ['{"reward": .5}', 'error syntax ⟦.5⟧ .5 is not a valid JSON number.'],
    ['{"reward": 01}', 'error syntax ⟦01⟧ 01 is not a valid JSON number.'],
    [
      '{"logs": ["a\tb"]}',
      'error syntax ⟦\t⟧ Control characters in a string must be escaped, for example as \\n or \\t.',
    ],
    ['{"logs": ["C:\\dir"]}', 'error syntax ⟦\\d⟧ Invalid escape \\d. Write a backslash as \\\\.'],
    ['{"logs": ["C:\\😀"]}', 'error syntax ⟦\\😀⟧ Invalid escape \\😀. Write a backslash as \\\\.'],
    ['{"logs": ["a "b" c"]}', 'error syntax ⟦"⟧ Unescaped double quote in a string. Write it as \\".'],
    ['{"reward": }', 'error syntax ⟦"⟧ Expected a value.'],
    ...['...', '…'].map((dots): [string, string] => [
      `{"reward": ${dots}}`,
      `error syntax ⟦${dots}⟧ Unexpected ${dots}, which stands for what was left out. Write that, or remove it.`,
    ]),
    ['{"reward": "}', `error syntax ⟦"⟧ Unterminated string: expected '"' at its end.`],
    ['{"reward" 1}', "error syntax ⟦ ⟧ Expected ':' between the property name and its value."],
    ['{"reward": good}', 'error syntax ⟦good⟧ Unexpected good. Put it in double quotes, or remove it.'],
    ['{"metrics": {"solved": tru}}', 'error syntax ⟦tru⟧ Unexpected tru; did you mean true?'],
    ['{"metadata": NULL}', 'error syntax ⟦NULL⟧ Unexpected NULL; did you mean null?'],
    ...[
      'np.float64(0.5)',
      'datetime.datetime(2026, 5, 1)',
      `ChatCompletionMessage(content='hi, "you" :)', role='assistant')`,
      'array([1., 2.]).tolist()',
      "<Role.USER: 'user'>",
      '(1, 2)',
      'new Date("2026-05-01")',
    ].map((printed): [string, string] => [
      `{"metrics": {"a": [0, ${printed}, 1]}}`,
      `error syntax ⟦${printed}⟧ ${printed.slice(0, 40)} is the printed form of an object, not a JSON value.`,
    ]),
    ...['"""a "b" c"""', "'''it's'''", 'r"a\\d"', "b'x'", 'Rb"a, b"', 'f"{a}: {b}"', '""""""'].map(
      (string): [string, string] => [
        `{"logs": [${string}, 1]}`,
        `error syntax ⟦${string}⟧ This is a Python string. A JSON string has one double quote at each end, and no prefix.`,
      ],
    ),
    ['{"logs": [b", "c"]}', "error syntax ⟦b⟧ Expected '\"' at the start of this string."],
    ['{reward": 1}', 'error syntax ⟦reward"⟧ Expected \'"\' at the start of this string.'],
    ['{"metrics": {"a": 1, "logs": []}', "error syntax ⟦{⟧ '{' is never closed."],
    ['{"logs": [1}', "error syntax ⟦[⟧ '[' is never closed."],
    ['{"logs": [1]]}', "error syntax ⟦]⟧ Unexpected ']'."],
    ['{"logs": []}}', "error syntax ⟦}⟧ Unexpected '}'."],
  ]);
  everywhere(aroundConfig, [
    ['{"ppo": true, "epsilon": 0.2}'],
    ['{"ppo": yes}', 'error syntax ⟦yes⟧ Unexpected yes; did you mean true or "yes"?'],
    ['{"ppo": Off}', 'error syntax ⟦Off⟧ Unexpected Off; did you mean false or "Off"?'],
    ['{"epsilon": −1}', 'error syntax ⟦−1⟧ −1 is not a valid JSON number.'],
    ['{"epsilon": 0,2}', 'error syntax ⟦2⟧ Expected a property name in double quotes, found 2.'],
    ['{"ppo": true; }', "error syntax ⟦;⟧ Expected ',', found ';'."],
  ]);
  documents([
    ['', trajectory],
    [' \n\t', config],
    ['', lines, noLine],
    ['\n \r\n\t\r', lines, noLine],
    [
      '\ufeff{"trajectories": [{}]}',
      trajectory,
      'error syntax ⟦\ufeff⟧ JSON text must not begin with a byte order mark.',
    ],
    [
      '\ufeff{"trajectories": [{}]}',
      lines,
      'error syntax ⟦\ufeff⟧ JSON text must not begin with a byte order mark.',
    ],
    [
      '{"trajectories": [{}]} {"trajectories": [{}]}',
      trajectory,
      `error wrong-file ⟦{"trajectories": [{}]} {"trajectories": [{}]}⟧ These are several JSON values in a row. A document in this language is a single JSON value. A quick fix converts the document to a log request. In a terminal, use \`trajectory convert --to log-request\`.`,
    ],
    [
      '{"split": "a", "trajectory_groups": []} {"split": "b", "trajectory_groups": []}',
      trajectory,
      'error wrong-file ⟦{"split": "a", "trajectory_groups": []} {"split": "b", "trajectory_groups": []}⟧ These are several JSON values in a row. A document in this language is a single JSON value. Keep one, and move the others to files of their own.',
    ],
    [
      '{"ppo": true}\n{"ppo": false}',
      config,
      'error wrong-file ⟦{"ppo": true}⟧ This is JSON Lines, with one value per line. A document in this language is a single JSON value. Keep one, and move the others to files of their own.',
    ],
    ['{"trajectories": [{}]}\n{"trajectories": [{}]}', lines],
    ['# run 3\n{"trajectories": [{}]}', lines, 'error syntax ⟦# run 3⟧ Comments are not allowed in JSON.'],
    ['{"trajectories": [{}]} # good', lines, 'error syntax ⟦# good⟧ Comments are not allowed in JSON.'],
    // In a value, the rest of the line belongs to it.
    [`{"trajectories": [${rollout}, # ${rollout}]}`, lines, 'error syntax ⟦#⟧ Unexpected #. Remove it.'],
    [
      `{"split": "a", "trajectory_groups": [${group}, "trajectories": [${rollout}]}, ${group}]}`,
      trajectory,
      `error syntax ⟦"trajectories"⟧ Expected '{' before this property.`,
    ],
    [
      `{"split": "a", "trajectory_groups": [["trajectories": [${rollout}]}]}`,
      trajectory,
      "error syntax ⟦[⟧ Expected '{', found '['.",
    ],
    [
      `{"split": "a", "trajectory_groups": [{${rollout}, ${rollout}]}]}`,
      trajectory,
      `error syntax ⟦{⟧ Expected a property name in double quotes, ':' and '[' before these values.`,
    ],
    [
      '{"epsilon": "a',
      config,
      'error syntax ⟦"epsilon": "a⟧ Unexpected end of text: the file seems to be truncated.',
    ],
    ['{"epsilon": 1', config, "error syntax ⟦{⟧ '{' is never closed."],
    [']', config, "error syntax ⟦]⟧ Unexpected ']'."],
  ]);
});

describe('A log message between lines is one syntax error', () => {
  const line = '{"trajectories": [{}]}';
  it.each([
    '[2026-05-01 10:00:00,123] INFO starting',
    '2026-05-01 10:00:00 - trainer - INFO - {"loss": 1}',
    'INFO:root:Loading the model',
    '[INFO] starting',
    '\u001b[32mINFO\u001b[0m starting',
    'WARNING: the cache is cold',
    'I0501 10:00:00.123456 1234 main.cc:12] hello',
    '100%|██████████| 10/10 [00:01<00:00,  9.52it/s]',
    'Loading shards:  50%|█████     | 1/2 [00:01<00:01,  1.20s/it]',
    "/usr/lib/foo.py:12: UserWarning: it's deprecated",
    '  warnings.warn("deprecated")',
    'wandb: Run data is saved locally',
    '(RayWorker pid=123) starting',
  ])('%s', (log) => {
    const expected = [`error syntax ${JSON.stringify(log.trim())}`];
    for (const text of [
      `${log}\n${line}\n`,
      `${line}\n${log}\n${line}`,
      `${line}\r\n${log}\r\n`,
      `${line}\n${log}`,
    ])
      expect(problems(text, lines)).toEqual(expected);
  });
});

it('An extra quote is one syntax error, even before a tab', () => {
  expect(problems('{"trajectories": [{"logs": [1 "\t]\n}]}')).toEqual(['error syntax "\\""']);
});
