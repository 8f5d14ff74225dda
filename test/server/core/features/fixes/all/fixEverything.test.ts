import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../../../../../server/core/document';
import {
  fixEverything,
  hasAutomaticFixes,
} from '../../../../../../server/core/features/fixes/all/fixEverything';
import { countSyntaxErrors } from '../../../../../../server/core/features/syntaxErrorList';
import { runToEnd } from '../../../../../../server/core/work';
import { inputs } from '../../../../../budget';
import { text } from '../../../arbitrary';
import { open, options } from '../../../support';

/** The text after *fix all*. */
function fixed(content: string, how = options.trajectory): string {
  const edits = runToEnd(fixEverything(open(content, how)));
  const kept = edits.map(({ from, insert }, i) => content.slice(edits[i - 1]?.to ?? 0, from) + insert);
  return kept.join('') + content.slice(edits.at(-1)?.to ?? 0);
}

const request = (trajectory: string) =>
  `{"split": "a", "trajectory_groups": [{"trajectories": [${trajectory}]}]}`;

const turn = '{"role": "user", "content": "hi"}';

describe('Everything is fixed', () => {
  it('that has one obvious fix, even if one problem is inside another', () => {
    const broken = request(
      '{"reward": "0.5" "start_time": "2026-03-14T10:26:53+01:00", "logs": null, "metrics": {},}',
    );
    const whole = fixed(broken);
    expect(whole).toBe(request('{"reward": 0.5, "start_time": "2026-03-14T09:26:53Z", "metrics": {}}'));
    expect(problemsOf(open(whole))).toEqual([]);
  });
  it.each([
    ['a path or an expression with one backslash each', '{"logs": ["C:\\data\\t1.json", "\\d+\\b"]}'],
    ['a number that may be a code or octal', '{"metadata": {"zip": 02139, "mode": 0755}}'],
    ['a number that may have lost its decimal point', '{"reward": 05}'],
    ['a time of twelve digits', '{"start_time": "202603140926"}'],
    ['a time without a zone', '{"start_time": 20260314092653}'],
    ['a null that overrides a value', '{"metadata": {"a": 1}, "metadata": null}'],
    ['a null whose value is being typed behind it', '{"metadata": null {"task": "a"}, "reward": 1}'],
    ['a null with a comment behind it', '{"logs": null /* c */, "reward": 1}'],
    ['a null with a comment behind its comma', '{"logs": null, /* c */ "metadata": null /* d */}'],
    ['a null with a comment before it', '{"logs": /* c */ null}'],
    ['an expression behind a tab', '{"logs": ["\tsee \\path\\new"]}'],
    ['formulas behind a tab', '{"logs": ["\tx \\alpha and \\theta"]}'],
    ['a choice of another format', '{"messages_and_choices": [{"index": 0, "text": "Hi"}]}'],
  ])('except %s: only the author knows what it means', (_, trajectory) => {
    expect(fixed(request(trajectory))).toBe(request(trajectory));
  });

  it('including a tab and backslashes that begin no escape', () => {
    expect(fixed(request('{"logs": ["\tx \\d"]}'))).toBe(request('{"logs": ["\\tx \\\\d"]}'));
  });

  it.each([
    '{"messages_and_choices": None, "reward": 1}',
    '{"messages_and_choices": [{"role": None, "content": "x"}]}',
    '{"metadata": {"a": 1}, "metadata": None}',
  ])(
    "including Python's None, which becomes null where something would be lost without it: %s",
    (trajectory) => {
      expect(fixed(request(trajectory))).toBe(request(trajectory.replace('None', 'null')));
    },
  );

  it('except truth values in a training config', () => {
    const config = '{"learning_rate": true}';
    expect(fixed(config, options.config)).toBe(config);
  });

  it('including names from other formats, if the value fits the documented property', () => {
    expect(fixed(request('{"score": 0.5}'))).toBe(request('{"reward": 0.5}'));
    const message = '{"from": "human", "value": "hi"}';
    expect(fixed(request(`{"conversations": [${message}], "score": 1}`))).toBe(
      request('{"messages_and_choices": [{"role": "human", "content": "hi"}], "reward": 1}'),
    );
    for (const text of [
      request('{"score": "0.5"}'),
      request('{"score": {"exact": 1}}'),
      request('{"score": null}'),
      request('{"score": 1, "reward": 0}'),
      request('{"score": 0.9, "rewards": 0.5}'),
      request('{"scores": 1}'),
      request('{"messages": {}, "score": 1}'),
      request('{"messages_and_choices": [{"value": 3}]}'),
      '{"model": "my-model", "trajectory_groups": [], "experimental_config": {}}',
    ])
      expect(fixed(text), text).toBe(text);
  });
  it('but not by guessing or by removing what a user wrote', () => {
    for (const text of [
      request('{"rewrad": 1}'),
      request('{"reward": 1, "reward": 2}'),
      '{"trajectory_groups": []}',
      '[{"trajectories": []}]',
      // Quotes in a wrong encoding.
      request('{"messages_and_choices": [{â€œroleâ€: "user"}]}'),
      // A stray bracket, and a middle that was cut out: with brackets inserted, the trajectory would lose its reward.
      `{"split": "a", "trajectory_groups": [{"trajectories": [{"messages_and_choices": [${turn}}, {"trajectories": []}]}`,
      request(`{"messages_and_choices": [${turn}], {"reward": 1}, {"messages_and_choices": [], "reward": 1}`),
      // Closed, the role would be an array.
      request(`{"messages_and_choices": [{"role": ["user", "content": "Hi"}, ${turn}]}`),
      // Where the function ends is not known: its id may be that of the call.
      request(
        `{"messages_and_choices": [{"tool_calls": [{"function": {"name": "f", "arguments": "{}", "id": "1"}]}, ${turn}]}`,
      ),
      // A log entry among the messages.
      request(`{"messages_and_choices": [${turn}\n{"level": "info", "msg": "step"}\n]}`),
    ]) {
      expect(hasAutomaticFixes(problemsOf(open(text))) && fixed(text) !== text, text).toBe(false);
    }
  });
  it('including containers in other quotes, if their meaning is certain', () => {
    const metrics = (value: string): string => request(`{"metrics": ${value}}`);
    for (const [text, expected] of [
      ["{a: 'b', c: [1,]}", '{"a": "b", "c": [1]}'],
      ['{“a”: “b”, `c`: `d`}', '{"a": "b", "c": "d"}'],
      ['{\\"a\\": \\"b\\"}', '{"a": "b"}'],
      ['{&quot;a&quot;: &quot;b&quot;}', '{"a": "b"}'],
    ])
      expect(fixed(metrics(text!))).toBe(metrics(expected!));
    for (const text of [`{a: \`\${b}\`}`, '{\\"a\\": \\"b\\\\nc\\"}', '{&quot;a&quot;: &quot;&lt;&quot;}'])
      expect(fixed(metrics(text))).toBe(metrics(text));
  });
  it('except the text around an ambiguous syntax error', () => {
    const lines = (message: string) =>
      `{"trajectories":[{"messages_and_choices":[${message},{"role":"assistant","content":"the answer"}],"reward":1}]}\n`;
    for (const text of [
      lines('{"content":look at https://example.com/a, then say hi"}'),
      lines('{"content":https://x.com/y"}'),
      lines('{"content":"x", // y"}'),
      lines('{"content":None of these, // y"}'),
    ])
      expect(fixed(text, options.lines)).toBe(text);
    for (const text of [
      request('{"messages_and_choices": [\n{ "role": "user", "content": https://x.com/y" }\n]}'),
      request('{"messages_and_choices": [\n{ "role": "user", "content": see https://x.com/y" }, {}\n]}'),
      request('{"reward": 1 // 2, "x": "y"\n}'),
      request('{"reward": "12345678901234567890", "metrics": {}}'),
      request('{"reward": "1e400"}'),
    ])
      expect(fixed(text)).toBe(text);
  });
  it('and no word is lost, whichever quote is missing', () => {
    const { content, how } = {
      content:
        '{"trajectories":[{"messages_and_choices":[{"role":"tool","content":"https://a.b/c"},' +
        '{"role":"user","content":"See https://a.b/c, then \\"confirm\\", {or} // not."},' +
        '{"role":"assistant","content":"None, True: 1 [2]"}],"reward":0.5,"logs":["x // y","z"]}]}',
      how: options.lines,
    };
    const words = (text: string) => text.match(/\w+/g);
    for (let at = content.indexOf('"'); at >= 0; at = content.indexOf('"', at + 1)) {
      const broken = content.slice(0, at) + content.slice(at + 1);
      expect(words(fixed(broken, how))).toEqual(words(broken));
      // `None` at the end of a line is a value.
      const indented = broken.replace('None', 'No').replaceAll(',', ',\n');
      expect(words(fixed(indented))).toEqual(words(indented));
    }
  });
  it('in each line separately', () => {
    const lines = '{"trajectories": [{"reward": "1"}],}\n{"trajectories": [{"reward": "2"}]}';
    expect(fixed(lines, options.lines)).toBe(
      '{"trajectories": [{"reward": 1}]}\n{"trajectories": [{"reward": 2}]}',
    );
  });
  it('and the lines of a value are joined, unless it has another syntax error', () => {
    const good = '{"trajectories": [{"reward": 1}]}';
    for (const broken of ['{\n"trajectories": [{"reward": 1}]}', '{"trajectories": [\n  {"reward": 1}\n]}'])
      expect(fixed(`${broken}\n${good}\n`, options.lines)).toBe(`${good}\n${good}\n`);
    for (const broken of ['{"trajectories": [\n  {"reward" 1}\n]}', '{"trajectories": [\n"a\nb"]}'])
      expect(fixed(`${good}\n${broken}\n`, options.lines)).toBe(`${good}\n${broken}\n`);
  });
  it('and each object on a line gets a line of its own if all begin with the same name', () => {
    const [a, b] = ['{"trajectories": [{"reward": 1}]}', '{ "trajectories": [] }'];
    for (const [broken, whole] of [
      [`${a}${b}`, `${a}\n${b}`],
      [` ${a} ${b}${a}`, ` ${a} \n${b}\n${a}`],
      [`${a}, ${b}`, `${a}\n${b}`],
      [`${a}\\n${b}`, `${a}\n${b}`],
      [`${a.replace('1', '1,')}${b}`, `${a}\n${b}`],
      [`${a.replace('1', 'NaN')}${b}`, `${a.replace('1', 'NaN')}\n${b}`],
    ])
      expect(fixed(`${a}\n${broken}\n`, options.lines)).toBe(`${a}\n${whole}\n`);
    expect(fixed(`${a}\r\n${a}${b}\r\n`, options.lines)).toBe(`${a}\r\n${a}\r\n${b}\r\n`);
    for (const broken of [
      `${a}{"reward": 1}`,
      `${a}${b}x`,
      `${a}[${b}]`,
      `${a}{"trajectories": 1 2}`,
      `${a}}`,
      '{}{}',
    ])
      expect(fixed(`${a}\n${broken}\n`, options.lines)).toBe(`${a}\n${broken}\n`);
  });
  it.each([
    ['many lines', 200, 3],
    ['one long line', 1, 12_000],
  ])('also of %s', (_, count, values) => {
    const group = '{"trajectories": [{"reward": 1}]}';
    const lines = `${group.repeat(values)}\n`.repeat(count);
    expect(fixed(lines, options.lines)).toBe(`${group}\n`.repeat(count * values));
  });
  it('even thousands of problems at once', () => {
    const content = request(Array<string>(3000).fill('{"reward": "1", "logs": null}').join(', '));
    expect(fixed(content)).toBe(request(Array<string>(3000).fill('{"reward": 1}').join(', ')));
  });
  it('only where that was announced, which it is not for syntax errors that are never fixed unasked', () => {
    const mayFix = (content: string): boolean => hasAutomaticFixes(problemsOf(open(content)));
    const whole = request('{"reward": 1}');
    const unfixed = [
      request('{"reward": }'),
      `${whole} // a`,
      request('{"logs": ["a"b"]}'),
      whole.slice(0, -6),
      request('{"reward": NaN}'),
      request('{"metadata": {"a": [-Infinity]}}'),
    ];
    for (const content of unfixed) expect([content, mayFix(content)]).toEqual([content, false]);
    expect(mayFix(request('{"reward": 1,}'))).toBe(true);
    const expectTold = (content: string): void => {
      if (fixed(content) !== content) expect(mayFix(content), content).toBe(true);
    };
    fc.assert(fc.property(text, expectTold), inputs(100));
  });
  it('with edits that are ordered and disjoint, and no new syntax error', () => {
    fc.assert(fc.property(text, expectOrderedEdits), inputs(100));
  });
  it('also if a slip is repeated, so that there are too many problems to try each fix', () => {
    const slip = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 });
    const repeated = fc
      .tuple(fc.constantFrom('[', '{', '{"trajectory_groups": [{"trajectories": ['), slip)
      .map(([head, parts]) => `${head}${parts.join('').repeat(120)}]}]}`);
    fc.assert(fc.property(repeated, expectOrderedEdits), inputs(30));
    expectOrderedEdits(`{"trajectory_groups": [${'"role": "user" \\" '.repeat(66)}]}]}]}`);
  });
});

/** Tokens, also of other languages, and properties. */
const pieces = [
  ...[
    '"',
    '\\"',
    "'",
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    ' ',
    '\n',
    'a',
    '1',
    '//',
    '/*',
    '#',
    '(',
    '=',
    '{{',
    '“',
  ],
  ...[
    '""',
    '"""',
    '"a":',
    '"role": "user"',
    '"reward": 1',
    '"messages_and_choices": [',
    '"metadata": {',
    'NaN',
  ],
];

function expectOrderedEdits(content: string): void {
  const edits = runToEnd(fixEverything(open(content)));
  let at = 0;
  for (const { from, to } of edits) {
    expect(from).toBeGreaterThanOrEqual(at);
    expect(to).toBeGreaterThanOrEqual(from);
    at = to;
  }
  expect(countSyntaxErrors(open(fixed(content)).tree)).toBeLessThanOrEqual(
    countSyntaxErrors(open(content).tree),
  );
}
