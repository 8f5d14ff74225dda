import { describe, expect, it } from 'vitest';
import { type DocumentOptions, problemsOf } from '../../../../../server/core/document';
import { fixesFor } from '../../../../../server/core/features/fixes/fixes';
import { runToEnd } from '../../../../../server/core/work';
import { open, options } from '../../support';
import { inTrajectory, withEdits } from '../support';

/** The fixes of a text's only problem except hints, as `title => text after it`, `*` before the preferred one. */
function fixesOf(content: string, how: DocumentOptions = options.trajectory): string[] {
  const document = open(content, how);
  const found = problemsOf(document).filter(({ severity }) => severity !== 'hint');
  expect(found.map(({ message }) => message)).toHaveLength(1);
  return runToEnd(fixesFor(document, found[0]!, { recentModelIds: [] })).map(
    ({ title, edits, isPreferred }) => `${isPreferred ? '*' : ''}${title} => ${withEdits(content, edits)}`,
  );
}

function expectFixes(
  around: (part: string) => string,
  table: readonly (readonly [string, ...string[]])[],
): void {
  for (const [before, ...expected] of table) {
    const wanted = expected.map((line) =>
      line.replace(/ => (.*)$/s, (_, after: string) => ` => ${around(after)}`),
    );
    expect(fixesOf(around(before))).toEqual(wanted);
  }
}

const inMessages = (messages: string): string => inTrajectory(`"messages_and_choices": ${messages}`);
const timed = (time: string): string => inTrajectory(`"start_time": ${time}`);

describe('A time in another form', () => {
  it('becomes the documented form where the instant is certain', () => {
    expectFixes(timed, [
      ['1752176461', '*Replace with 2025-07-10T19:41:01Z => "2025-07-10T19:41:01Z"'],
      ['1752176461.120', '*Replace with 2025-07-10T19:41:01.12Z => "2025-07-10T19:41:01.12Z"'],
      ['1752176461123', '*Replace with 2025-07-10T19:41:01.123Z => "2025-07-10T19:41:01.123Z"'],
      ['1.752176461e9', '*Replace with 2025-07-10T19:41:01Z => "2025-07-10T19:41:01Z"'],
      ['"1752176461.12"', '*Replace with 2025-07-10T19:41:01.12Z => "2025-07-10T19:41:01.12Z"'],
      ['"2025-07-10 19:41:01Z"', '*Replace with 2025-07-10T19:41:01Z => "2025-07-10T19:41:01Z"'],
      ['"2025-07-10 19:41:01.5 +02:00"', '*Replace with 2025-07-10T17:41:01.5Z => "2025-07-10T17:41:01.5Z"'],
      ['"2025/7/1 9:41 UTC"', '*Replace with 2025-07-01T09:41:00Z => "2025-07-01T09:41:00Z"'],
      ['"20250710T194101Z"', '*Replace with 2025-07-10T19:41:01Z => "2025-07-10T19:41:01Z"'],
      ['"Thu, 10 Jul 2025 19:41:01 GMT"', '*Replace with 2025-07-10T19:41:01Z => "2025-07-10T19:41:01Z"'],
    ]);
  });

  it('is assumed to be UTC only by choice', () => {
    expectFixes(timed, [
      ['"2025-07-10 19:41:01"', 'Replace with 2025-07-10T19:41:01Z, assuming UTC => "2025-07-10T19:41:01Z"'],
      ['"2025-07-10"', 'Replace with 2025-07-10T00:00:00Z, assuming UTC => "2025-07-10T00:00:00Z"'],
    ]);
  });

  it('has its day and month in either order if only one of them can be the day', () => {
    expectFixes(timed, [
      ['"03/14/2026 UTC"'],
      ['"03/14/2026 09:26 UTC"', '*Replace with 2026-03-14T09:26:00Z => "2026-03-14T09:26:00Z"'],
      ['"3/14/2026, 9:26:53 PM Z"', '*Replace with 2026-03-14T21:26:53Z => "2026-03-14T21:26:53Z"'],
      ['"3/14/2026 12:26 AM Z"', '*Replace with 2026-03-14T00:26:00Z => "2026-03-14T00:26:00Z"'],
      ['"3/14/2026 13:26 AM Z"'],
      ['"14.03.2026"', 'Replace with 2026-03-14T00:00:00Z, assuming UTC => "2026-03-14T00:00:00Z"'],
      ['"05/05/2026"', 'Replace with 2026-05-05T00:00:00Z, assuming UTC => "2026-05-05T00:00:00Z"'],
      ['"14/14/2026"'],
    ]);
  });

  it('can be removed if it stands for no time', () => {
    const inTime = (times: string): string => inTrajectory(`"reward": 1${times}`);
    expectFixes(inTime, [
      [', "start_time": 0.0', 'Remove "start_time" => '],
      [', "start_time": ""', 'Remove "start_time" => '],
      [', "start_time": "..."', 'Remove "start_time" => '],
      [', "start_time": "N/A"', 'Remove "start_time" => '],
      [', "start_time": "NaT"', 'Remove "start_time" => '],
    ]);
  });

  it('is unchanged if ambiguous or invalid', () => {
    expectFixes(timed, [['12'], ['17521764611'], ['"2025-02-30 10:00:00Z"'], ['"yesterday"']]);
  });
});

describe('A container of the wrong type', () => {
  const message = '{"role": "user", "content": "Hi"}';
  it('is wrapped if that keeps its meaning, or has no fix', () => {
    const groups = (value: string): string => `{"split": "a", "trajectory_groups": ${value}}`;
    expectFixes(groups, [
      ['{"trajectories": [{}]}', '*Wrap in an array => [{"trajectories": [{}]}]'],
      ['{"reward": 1}', '*Wrap in an array, under "trajectories" => [{"trajectories": [{"reward": 1}]}]'],
      ['{"a": {"trajectories": []}}'],
      ['{}'],
    ]);
    expectFixes(inMessages, [[message, `*Wrap in an array => [${message}]`], ['{"x": 1}']]);
    const trajectories = (value: string): string => groups(`[{"trajectories": ${value}}]`);
    expectFixes(trajectories, [
      [
        `[[${message}]]`,
        `*Wrap in an object, as "messages_and_choices" => [{"messages_and_choices": [${message}]}]`,
      ],
      ['[[1]]'],
      // Messages of LangChain, and parts of a content, are no tools.
      ['[[{"type": "human", "data": {}}, {"type": "ai", "data": {}}]]'],
      ['[[{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]]'],
      [
        '[[{"type": "function", "function": {}}]]',
        '*Wrap in an object, as "tools" => [{"tools": [{"type": "function", "function": {}}]}]',
      ],
    ]);
  });

  it('is taken out of the string that holds it', () => {
    const tool = '{"type": "function", "function": {"name": "a"}}';
    expectFixes(
      (value) => inTrajectory(`"tools": ${value}`),
      [
        [JSON.stringify(`[${tool}]`), `*Replace the string with the JSON it contains => [${tool}]`],
        [JSON.stringify(`[${tool}`)],
      ],
    );
    const flat = '[{"name": "a", "parameters": {}}, {"name": "b"}]';
    expectFixes(
      (tools) => inTrajectory(`"tools": ${tools}`),
      [
        [
          JSON.stringify(flat),
          '*Replace the string with the JSON it contains => [{"type": "function", "function": {"name": "a", "parameters": {}}}, {"type": "function", "function": {"name": "b"}}]',
        ],
      ],
    );
    expectFixes(inMessages, [
      [
        `[{"role": "assistant", "tool_calls": "[]"}]`,
        '*Replace the string with the JSON it contains => [{"role": "assistant", "tool_calls": []}]',
      ],
      [
        `[{"role": "assistant", "tool_calls": {"id": "a"}}]`,
        'Wrap in an array => [{"role": "assistant", "tool_calls": [{"id": "a"}]}]',
      ],
    ]);
  });

  it('becomes a JSON string without the lines and the indentation of the document', () => {
    const call = (given: string) =>
      inMessages(
        `[{"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": ${given}}}]}]`,
      );
    expectFixes(call, [
      [
        '{\n    "city": "Turin,\\n Po",\n    "days": [\n      1,\n      2\n    ],\n    "at":\n      0\n  }',
        `Convert to a JSON string => ${JSON.stringify('{"city": "Turin,\\n Po", "days": [1, 2], "at": 0}')}`,
      ],
      [
        '{ "city":"Turin" ,"days":3 }',
        `Convert to a JSON string => ${JSON.stringify('{ "city":"Turin" ,"days":3 }')}`,
      ],
    ]);
  });

  it('keeps its lines if it is long: joining them would take too long', () => {
    const long = `[${'1,\n'.repeat(40_000)}1]`;
    const call = (given: string) =>
      inMessages(`[{"role": "assistant", "tool_calls": [{"function": {"arguments": ${given}}}]}]`);
    expectFixes(call, [[long, `Convert to a JSON string => ${JSON.stringify(long)}`]]);
  });

  it('becomes a text on request', () => {
    expectFixes(
      (value) => inMessages(`[{"role": "user", "content": ${value}}]`),
      [
        [
          '[{"type": "text", "text": "a\\n"}]',
          'Replace with its text => "a\\n"',
          'Convert to a JSON string => "[{\\"type\\": \\"text\\", \\"text\\": \\"a\\\\n\\"}]"',
        ],
        [
          '["a", {"text": "b"}]',
          'Join the 2 texts => "a\\nb"',
          'Convert to a JSON string => "[\\"a\\", {\\"text\\": \\"b\\"}]"',
        ],
        ['[{"type": "image"}]', 'Convert to a JSON string => "[{\\"type\\": \\"image\\"}]"'],
      ],
    );
  });
});

describe('A date with a day and a month in either order', () => {
  it('has a fix for each order, and none is preferred', () => {
    const inTime = (value: string): string => inTrajectory(`"start_time": ${value}`);
    expectFixes(inTime, [
      [
        '"03/04/2026"',
        'Replace with 2026-03-04T00:00:00Z, assuming month before day and UTC => "2026-03-04T00:00:00Z"',
        'Replace with 2026-04-03T00:00:00Z, assuming day before month and UTC => "2026-04-03T00:00:00Z"',
      ],
      [
        '"3.4.2026 10:00 UTC"',
        'Replace with 2026-03-04T10:00:00Z, assuming month before day => "2026-03-04T10:00:00Z"',
        'Replace with 2026-04-03T10:00:00Z, assuming day before month => "2026-04-03T10:00:00Z"',
      ],
      ['"03/14/2026"', 'Replace with 2026-03-14T00:00:00Z, assuming UTC => "2026-03-14T00:00:00Z"'],
    ]);
  });
});

describe('Names from other formats', () => {
  it('are one problem, and one fix renames them', () => {
    expectFixes(inMessages, [
      [
        '[{"from": "human", "value": "Hi"}]',
        '*Rename to "role", "value" to "content" => [{"role": "human", "content": "Hi"}]',
      ],
      ['[{"role": "user", "text": "Hi"}]', '*Rename to "content" => [{"role": "user", "content": "Hi"}]'],
    ]);
    expectFixes(inTrajectory, [
      [
        '"messages": [], "score": 1',
        '*Rename to "messages_and_choices", "score" to "reward" => "messages_and_choices": [], "reward": 1',
      ],
      [
        '"reward": 1, "messages": []',
        '*Rename to "messages_and_choices" => "reward": 1, "messages_and_choices": []',
      ],
    ]);
  });

  it('for a required property are one error, which a rename fixes', () => {
    const content = '{"split": "a", "trajectoryGroups": [{"trajectories": [{}]}]}';
    expect(problemsOf(open(content)).map(({ severity, code }) => [severity, code])).toEqual([
      ['error', 'unknown-property'],
    ]);
    expect(fixesOf(content)).toEqual([
      '*Rename to "trajectory_groups" => {"split": "a", "trajectory_groups": [{"trajectories": [{}]}]}',
    ]);
  });

  it('are not a problem beside the documented one', () => {
    const both = inTrajectory('"reward": 1, "score": 2, "messages_and_choices": [], "messages": []');
    expect(problemsOf(open(both)).filter(({ severity }) => severity !== 'hint')).toEqual([]);
  });

  it('of numbers, times and parameters are known', () => {
    expectFixes(inTrajectory, [
      ['"total_reward": 1', '*Rename to "reward" => "reward": 1'],
      ['"msgs": []', '*Rename to "messages_and_choices" => "messages_and_choices": []'],
      ['"meta": {}', '*Rename to "metadata" => "metadata": {}'],
      [
        '"started_at": "2026-03-14T09:26:53Z"',
        '*Rename to "start_time" => "start_time": "2026-03-14T09:26:53Z"',
      ],
      [
        '"tools": [{"function": {"name": "a", "input_schema": {}}}]',
        '*Rename to "parameters" => "tools": [{"function": {"name": "a", "parameters": {}}}]',
      ],
    ]);
  });

  it('are not looked for where a trajectory stands in place of a group: one fix wraps it', () => {
    const content = '{"split": "a", "trajectory_groups": [{"messages_and_choices": [], "reward": 1}]}';
    const grave = problemsOf(open(content)).filter(({ severity }) => severity !== 'hint');
    expect(grave.map(({ severity, message }) => [severity, message])).toEqual([
      ['warning', expect.stringContaining('This is a trajectory, where a trajectory group is expected.')],
    ]);
    expect(fixesOf(content)[0]).toBe(
      '*Put it into the "trajectories" of a group => {"split": "a", "trajectory_groups": [{"trajectories": [{"messages_and_choices": [], "reward": 1}]}]}',
    );
  });

  it('in a flat tool are moved into its function', () => {
    const inTools = (tool: string): string => inTrajectory(`"tools": [${tool}]`);
    expectFixes(inTools, [
      [
        '{"type": "function", "name": "a", "parameters": {}}',
        '*Move the other properties into "function" => {"type": "function", "function": {"name": "a", "parameters": {}}}',
      ],
      [
        '{"name": "a"}',
        '*Move the other properties into "function" => {"type": "function", "function": {"name": "a"}}',
      ],
      [
        '{"name": "a", "type": "function"}',
        '*Move the other properties into "function" => {"function": {"name": "a"}, "type": "function"}',
      ],
      [
        '{"name": "a", "type": "custom", "strict": true}',
        '*Move the other properties into "function" => {"type": "custom", "function": {"name": "a", "strict": true}}',
      ],
    ]);
  });
});
