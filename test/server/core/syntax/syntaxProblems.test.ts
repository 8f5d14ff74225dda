import { describe, expect, it } from 'vitest';
import { around, aroundConfig, documents, everywhere } from '../rules/catalogue';
import { options, problems } from '../support';

const { trajectory, lines, config } = options;

describe('syntax', () => {
  everywhere(around, [
    ['{"reward": 1 "logs": []}', 'error syntax ⟦ ⟧ A comma is missing here.'],
    ['{"reward": 1}'],
    ['{"logs": [1,]}', 'error syntax ⟦,⟧ JSON allows no comma before a closing bracket.'],
    ['{"reward": 1,}', 'error syntax ⟦,⟧ JSON allows no comma before a closing bracket.'],
    [
      '{"logs": [1,,2]}',
      'error syntax ⟦,⟧ A value is missing before this comma, or the comma is one too many.',
    ],
    [
      '{"logs": [,1]}',
      'error syntax ⟦,⟧ A value is missing before this comma, or the comma is one too many.',
    ],
    ['{"logs": [] /* none */}', 'error syntax ⟦/* none */⟧ JSON allows no comments.'],
    ["{'logs': []}", "error syntax ⟦'logs'⟧ JSON strings stand in double quotes, not in single quotes."],
    [
      '{"metrics": {"a": \'b\'}}',
      "error syntax ⟦'b'⟧ JSON strings stand in double quotes, not in single quotes.",
    ],
    ['{logs: []}', 'error syntax ⟦logs⟧ The property name logs must stand in double quotes.'],
    ['{"reward": NaN}', 'error syntax ⟦NaN⟧ JSON has no NaN: only finite numbers can be written.'],
    [
      '{"reward": -Infinity}',
      'error syntax ⟦-Infinity⟧ JSON has no -Infinity: only finite numbers can be written.',
    ],
    ['{"metrics": {"solved": True}}', 'error syntax ⟦True⟧ True is Python; JSON writes true.'],
    ['{"metadata": None}', 'error syntax ⟦None⟧ None is Python; JSON writes null.'],
    ['{"reward": .5}', 'error syntax ⟦.5⟧ .5 is not a number as JSON writes it.'],
    ['{"reward": 01}', 'error syntax ⟦01⟧ 01 is not a number as JSON writes it.'],
    [
      '{"logs": ["a\tb"]}',
      'error syntax ⟦\t⟧ A control character in a string must be written as an escape, such as \\n or \\t.',
    ],
    [
      '{"logs": ["C:\\dir"]}',
      'error syntax ⟦\\d⟧ \\d is not an escape that JSON knows; a backslash itself is written \\\\.',
    ],
    ['{"logs": ["a "b" c"]}', 'error syntax ⟦"⟧ A double quote inside a string must be escaped: \\".'],
    ['{"reward": }', 'error syntax ⟦"⟧ A value is missing here.'],
    ['{"reward" 1}', 'error syntax ⟦ ⟧ A colon is missing between the property name and its value.'],
    ['{"reward": good}', 'error syntax ⟦good⟧ good is not JSON: a string needs double quotes.'],
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
      `error syntax ⟦${printed}⟧ ${printed.slice(0, 40)} is an object as a program prints it, not a JSON value.`,
    ]),
    ['{reward": 1}', 'error syntax ⟦reward"⟧ The opening double quote is missing here.'],
    ['{"metrics": {"a": 1, "logs": []}', 'error syntax ⟦{⟧ This { is never closed.'],
    ['{"logs": [1}', 'error syntax ⟦[⟧ This [ is never closed.'],
    ['{"logs": [1]]}', 'error syntax ⟦]⟧ This ] closes nothing.'],
    ['{"logs": []}}', 'error syntax ⟦}⟧ This } closes nothing.'],
  ]);
  everywhere(aroundConfig, [
    ['{"ppo": true, "epsilon": 0.2}'],
    ['{"ppo": yes}', 'error syntax ⟦yes⟧ yes is not JSON: a string needs double quotes.'],
    ['{"epsilon": 0,2}', 'error syntax ⟦2⟧ A property name in double quotes is expected here, not 2.'],
    ['{"ppo": true; }', 'error syntax ⟦;⟧ JSON writes a comma here, not ;.'],
  ]);
  documents([
    ['', trajectory],
    [' \n\t', config],
    ['', lines],
    ['\n \r\n\t\r', lines],
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
      'error syntax ⟦{⟧ The document ends before this: nothing may follow its one value.',
    ],
    ['{"trajectories": [{}]}\n{"trajectories": [{}]}', lines],
    [
      '{"epsilon": "a',
      config,
      'error syntax ⟦"epsilon": "a⟧ The text ends in the middle of this: it seems to be cut off.',
    ],
    ['{"epsilon": 1', config, 'error syntax ⟦{⟧ This { is never closed.'],
    [']', config, 'error syntax ⟦]⟧ This ] closes nothing.'],
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
