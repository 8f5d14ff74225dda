import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DocumentOptions, problemsOf } from '../../../../server/core/document';
import { fixAllOfCode } from '../../../../server/core/features/fixes/all/fixAll';
import { fixEverything } from '../../../../server/core/features/fixes/all/fixEverything';
import { findHints } from '../../../../server/core/features/hints/hints';
import { runToEnd } from '../../../../server/core/work';
import { inputs } from '../../../budget';
import { edits, placed } from '../arbitrary';
import { expectFresh } from '../expectFresh';
import { editDocument, open, options } from '../support';
import { bare, brokenForms, group, laidOut, otherForms, otherShapes, otherTexts, request } from './samples';
import { textSamples } from './textSamples';

const { trajectory, lines } = options;
const samples = [...otherTexts, ...textSamples, ...otherForms, ...brokenForms, ...otherShapes];

it('A log request with settings of a training is a log request', () => {
  const document = open('{"split": "a", "trajectory_groups": [], "experimental_config": {}}', trajectory);
  expect(document.type.kind).toBe('log-request');
});

it('A long first line of another file is marked up to the end of a character', () => {
  for (const content of [`a: ${'😀'.repeat(200)}\nb: 1\n`, `ab: ${'😀'.repeat(200)}\nb: 1\n`]) {
    const [problem] = problemsOf(open(content));
    expect(content.slice(problem!.from, problem!.to)).toMatch(/^ab?: (?:😀){98}$/u);
  }
});

it.each([
  ['{"split": "a", "model_id": "support-agent", "trajectory_groups": []}', trajectory, 'log-request'],
  [
    '{"split": "a", "model_id": "support-agent", "trajectory_groups": []}',
    { ...trajectory, name: 'a.training-job.json' },
    'training-job',
  ],
  [
    '{"split": "a", "model_id": "", "trajectory_groups": [], "experimental_config": {}}',
    trajectory,
    'training-job',
  ],
  ['{"model_id": "support-agent", "trajectory_groups": []}', trajectory, 'training-job'],
  ['{"modelId": "", "trajectory_groups": []}', trajectory, 'training-job'],
  ['{"modelId": "", "trajectoryGroups": []}', trajectory, 'training-job'],
  ['{"modelId": "", "split": "a", "trajectoryGroups": []}', trajectory, 'log-request'],
  ['{"modelId": "", "split": "a", "trajectory_groups": []}', trajectory, 'log-request'],
])('A request with a model is for training, unless it has a split: %s', (text, how, kind) => {
  expect(open(text, how).type).toMatchObject({ kind, wrongFile: null });
});

it.each([
  ['{}', 'a.Training-Job.JSON', 'training-job'],
  ['{"messages_and_choices": [], "reward": 1}', 'a.LINE-2.Trajectory.json', 'trajectory-lines'],
])('%s in %s is what the name says, whatever its case', (text, name, kind) => {
  expect(open(text, { ...trajectory, name }).type).toMatchObject({ kind, wrongFile: null });
});

it.each(['"split": "train"', '"trajectories": "runs/*.jsonl"', '"model_id": "a/b"', '"detail": "baseline"'])(
  'A config with a documented setting is a config, also with %s',
  (other) => {
    const document = open(`{${other}, "learning_rate": 1e-5}`, options.config);
    expect(document.type).toMatchObject({ kind: 'training-config', wrongFile: null });
    expect(problemsOf(document).map(({ severity }) => severity)).toEqual(['hint']);
  },
);

it.each(['\n', '\r\n', '\r'])(
  'A merge conflict is shown at its first line, without the line end %j',
  (end) => {
    const text = ['{', '<<<<<<< HEAD', '=======', '>>>>>>> other', '}'].join(end);
    const shown = problemsOf(open(text, trajectory)).map(({ from, to }) => text.slice(from, to));
    expect(shown).toEqual(['<<<<<<< HEAD']);
  },
);

describe('Lines of which only a name is wrong are checked as what they should be:', () => {
  const meant = (wrong: string, right: string): string =>
    `warning unknown-property "${wrong}" is not documented; did you mean "${right}"? Its contents are checked once it has that name.`;
  it.each([
    ['{"messages": [], "reward": 1}', 'trajectory-lines', meant('messages', 'messages_and_choices')],
    [
      '{"message_and_choices": [], "reward": 1}',
      'trajectory-lines',
      meant('message_and_choices', 'messages_and_choices'),
    ],
    ['{"trajectorys": []}', 'group-lines', meant('trajectorys', 'trajectories')],
    [`{"rollouts": [${bare}]}`, 'group-lines', meant('rollouts', 'trajectories')],
  ])('%s', (line, kind, problem) => {
    const document = open(`${line}\n${line}\n`, lines);
    expect(document.type).toMatchObject({ kind, wrongFile: null });
    const found = problemsOf(document).filter(({ code }) => code !== 'nothing-to-send');
    expect(found.map(({ severity, code, message }) => `${severity} ${code} ${message}`)).toEqual([
      problem,
      problem,
    ]);
  });

  it.each(['{"type": "header", "version": 1}', '{"error": "rate limit"}'])('after %s, too', (header) => {
    const document = open(`${header}\n${'{"messages": [], "reward": 1}\n'.repeat(2)}`, lines);
    expect(document.type).toMatchObject({ kind: 'trajectory-lines', wrongFile: null });
    const codes = problemsOf(document).map(({ code }) => code);
    expect(codes).toEqual(['mixed-lines', 'unknown-property', 'unknown-property']);
  });

  it.each([
    ['{"messages": []}', 'a chat conversation'],
    ['{"step": 1, "loss": 0.3, "messages": 12, "reward": 0.5}', 'a chat conversation'],
    ['{"trajectorie": 5}', 'a JSON object (trajectorie)'],
    ['{"samples": [{"text": "a"}]}', 'a JSON object (samples)'],
    ['{"samples": [{"messages": []}]}', 'a JSON object (samples)'],
    [`{"messages": [], "reward": 1, "trajectory": ${bare}}`, 'a trajectory in "trajectory"'],
  ])('not %s', (line, says) => {
    expect(open(`${line}\n`, lines).type.wrongFile?.message).toContain(says);
  });
});

it('Zeros behind JSON, as an interrupted write leaves them, do not make it binary data', () => {
  for (const torn of ['', '{"trajectories": [{"rew']) {
    const document = open(`${group}\n${torn}${'\0'.repeat(4000)}`, lines);
    const [problem, ...others] = problemsOf(document).filter(({ severity }) => severity === 'error');
    expect(others).toEqual([]);
    expect(problem!.message).toContain(torn === '' ? 'zero bytes' : 'truncated');
  }
  const appended = open(`${group}\n${'\0'.repeat(500)}${group}\n${group}\n`, lines);
  expect(appended.type).toMatchObject({ kind: 'group-lines', wrongFile: null });
  const behind = problemsOf(open(`${request}${'\0'.repeat(4000)}`, trajectory));
  expect(behind.map(({ message }) => message)).toEqual([expect.stringContaining('zero bytes')]);
  expect(open('\0'.repeat(4000), lines).type.wrongFile?.message).toContain('binary data');
});

describe('A wrong file has one problem, which says what it is', () => {
  it.each(samples)('$name', ({ text, how, says, severity = 'error', rewrites = [] }) => {
    const document = open(text, how);
    const [problem, ...others] = problemsOf(document);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: 'wrong-file', severity });
    expect(problem!.message).toContain(says);
    expect(document.type.wrongFile?.rewrites).toEqual(rewrites);
    expect(document.counts).toEqual(severity === 'error' ? [1, 0, 0, 0] : [0, 1, 0, 0]);
  });
  it('and what its quick fixes do', () => {
    const told = (text: string, how: DocumentOptions): string => problemsOf(open(text, how))[0]!.message;
    const repr = samples.find(({ rewrites }) => rewrites?.includes('literals') === true)!;
    expect(told(repr.text, repr.how)).toMatch(
      /json\.dumps\. A quick fix converts the document to JSON\. In a terminal, use `trajectory convert --to json`\.$/,
    );
    expect(told(`${group}\n${group}\n`, trajectory)).toMatch(
      / A quick fix converts the document to a log request\. In VS Code, another one treats it as Trajectory Lines\. In a terminal, use `trajectory convert --to log-request`\.$/,
    );
    expect(told(laidOut(group), lines)).toMatch(
      / A quick fix converts the document to JSON Lines\. In VS Code, another one treats it as Trajectory\. In a terminal, use `trajectory convert --to lines`\.$/,
    );
    for (const [rewrite, sentence] of [
      ['strip-marks', /\. Remove (?:that|the \w+)\b.*\./],
      ['strip-prefix', /\. Remove that text\./],
      ['unfence', /\. Keep only the text in the fence\./],
    ] as const) {
      const { text, how } = samples.find(({ rewrites }) => rewrites?.[0] === rewrite)!;
      expect(told(text, how)).toMatch(
        new RegExp(`${sentence.source} In a terminal, use \`trajectory convert --to json\`\\.$`),
      );
    }
    expect(told('{"learning_rate": 1}', trajectory)).toMatch(
      / In VS Code, a quick fix treats the document as Training Config\.$/,
    );
  });
  it('and nothing in it is fixed automatically', () => {
    for (const { text, how } of samples) {
      const document = open(text, how);
      expect(runToEnd(fixEverything(document))).toEqual([]);
      expect(runToEnd(fixAllOfCode(document, 'syntax'))).toEqual([]);
    }
  });
});

/** Unfinished documents, or documents of a supported kind with a mistake. */
const own: readonly (readonly [string, DocumentOptions])[] = [
  ['', trajectory],
  ['{', trajectory],
  ['{}', trajectory],
  ['hello', trajectory],
  ['{"sp', trajectory],
  ['trajectory_groups', trajectory],
  ['# a comment\n# and another\n', trajectory],
  ['{"splt": "a"}', trajectory],
  ['{"split": "a"}', trajectory],
  ['{"split": "a", "error": null, "trajectoryGroups": []}', trajectory],
  ['{"split": "a", "error": null, "trajectory_groups": []}', trajectory],
  [`{'split': "a", "trajectory_groups": []}`, trajectory],
  [`{split: "a", "trajectory_groups": []}`, trajectory],
  [request.replace('}, {', '} {'), trajectory],
  [`${request}]`, trajectory],
  [`${laidOut(request)}}\n`, trajectory],
  [laidOut(request).replace('[', ''), trajectory],
  [laidOut(request).slice(0, -20), trajectory],
  [`// a comment\n${laidOut(request)}`, trajectory],
  [`"split": "a",\n"trajectory_groups": []`, trajectory],
  ['{"learning_rate": }', options.config],
  ['"learning_rate": 1e-5, "epsilon": 0.2\n"epsilon_high": 0.3, "ppo": true', options.config],
  ['{\n  "my_setting": 1\n}', options.config],
  ['', lines],
  ['{', lines],
  ['{}\n{}', lines],
  [`{"traj\n${group}\n${group}`, lines],
  [`{\n${group}\n${group}`, lines],
  [`{"trajectories": [\n${group}\n${group}`, lines],
  [`{"trajectories": [None,\n${group}\n${group}`, lines],
  [`{"trajectories": [None,\n${`${group},\n`.repeat(1000)}`, lines],
  [`${group}\n{"trajectories": [{"mess`, lines],
  [`Run(seed=1)\n${group}\n${group}`, lines],
  [`${group}\nINFO: done\n${group}`, lines],
  [`INFO: begun\n${group}\n${group}`, lines],
  [`Loading the model\nUsing one device\nThe run starts\n${`${group}\n`.repeat(5)}`, lines],
  [
    `[INFO] step one is done\n[INFO] step two is done\n[INFO] step three is done\n${`${group}\n`.repeat(5)}`,
    lines,
  ],
  [`${group}\n<<<<<<< a\n${group}`, lines],
  [`${group},\n${group}`, lines],
  [`{"id": 1}\n${group}`, lines],
];

describe('A document of a supported kind is not a wrong file', () => {
  it.each(own)('%j', (text, how) => {
    expect(open(text, how).type.wrongFile).toBeNull();
  });
});

it('A text of which only a part has its quotes in another form is not converted as a whole', () => {
  const rest = '"trajectory_groups": [], "note": ""}';
  for (const [first, how] of [
    [`{""split"": "a", ${rest}`, options.trajectory],
    [`{\\n \\"split\\": "a\\nb", ${rest}`, options.trajectory],
    [`{&quot;a&quot;: 1}\n{&quot;a&quot;: "&amp;"}\n`, options.lines],
  ] as const)
    expect(open(first, how).type.wrongFile?.rewrites ?? []).not.toContain('unquoted');
});

it('Words with colons in strings with quotes as in HTML do not make a text a JavaScript object', () => {
  const text = `{"split": "a", "note": "Thought: x, Action: y, Input: z, a: b"}`.replaceAll('"', '&quot;');
  expect(open(text, options.trajectory).type.wrongFile?.rewrites).toEqual(['unquoted']);
});

describe('The kind of a file depends only on its text', () => {
  it('after any edits', () => {
    const texts = [...samples.map(({ text }) => text), ...own.map(([text]) => text)].filter(
      ({ length }) => length < 5000,
    );
    const sample = fc.constantFrom(...texts);
    const how = fc.constantFrom(trajectory, lines, options.config);
    fc.assert(
      fc.property(sample, sample, how, edits, (text, other, options, changes) => {
        let document = open(text, options);
        for (const change of changes) {
          const edit = placed(change, document.text.length);
          document = editDocument(document, [edit.insert === '' ? edit : { ...edit, insert: other }]);
          expectFresh(document);
        }
      }),
      inputs(100),
    );
  });
});

describe('A line of a different kind than the others', () => {
  const listed = (...all: string[]): string[] =>
    problemsOf(open(all.join('\n'), lines))
      .filter(({ severity }) => severity !== 'hint' && severity !== 'information')
      .map(({ severity, code, message }) => `${severity} ${code}: ${message}`);
  it('has a warning', () => {
    expect(listed(group, '{"id": 1}', '{}', group)).toEqual([
      'warning mixed-lines: This line contains no trajectories; other lines are trajectory groups.',
    ]);
    expect(listed('{"model_id": "m", "split": "train", "n": 2}', group, group)).toEqual([
      'warning mixed-lines: This line contains no trajectories; other lines are trajectory groups.',
    ]);
    expect(listed(group, bare)).toEqual([
      'warning mixed-lines: This line is a trajectory without a group; other lines are trajectory groups.',
    ]);
    expect(listed(request, group)).toEqual([
      'warning mixed-lines: This line is a whole request; other lines are trajectory groups.',
    ]);
    expect(listed(bare, group)).toEqual([
      'warning mixed-lines: This line is a trajectory group; other lines are trajectories without a group.',
    ]);
    expect(listed(bare, '{"id": 1}', '{"reward": 1}')).toEqual([
      'warning mixed-lines: This line contains no messages_and_choices; other lines are trajectories without a group.',
    ]);
  });
  it('has no other problem, and no hint on what the others would have', () => {
    const codes = (...all: string[]): string[] => {
      const document = open(all.join('\n'), lines);
      return [...problemsOf(document), ...runToEnd(findHints(document, 100))].map(({ code }) => code);
    };
    const good = '{"messages_and_choices": [{"role": "assistant", "content": "a"}], "reward": 1}';
    expect(codes(good, good, `{"trajectories": [${good}]}`)).toEqual(['mixed-lines']);
    expect(codes(`{"trajectories": [${good}]}`, good)).toEqual(['mixed-lines']);
    expect(codes(`{"trajectories": [${good}]}`, request)).toEqual(['mixed-lines']);
  });
  it('has only the warning about a misspelt name, if there is one', () => {
    expect(listed(group, '{"trajectoris": []}')).toEqual([
      'warning unknown-property: "trajectoris" is not documented; did you mean "trajectories"? Its contents are checked once it has that name.',
    ]);
  });
  it('has only its syntax error, if there is one', () => {
    expect(listed(group, `${group} ${group}`)).toEqual([
      'error syntax: Unexpected second value on this line. Put it on a line of its own, or remove it.',
    ]);
    expect(listed(group, 'INFO: begun with 3 tasks', group)).toHaveLength(1);
  });
});
