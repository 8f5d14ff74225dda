import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../../../../server/core/document';
import { formatDocument } from '../../../../../server/core/features/format/format';
import { convertDocument } from '../../../../../server/core/features/lines/convert';
import { runToEnd } from '../../../../../server/core/work';
import { inputs } from '../../../../budget';
import { request } from '../../arbitrary';
import { open, options } from '../../support';

const toLines = (text: string, how = options.trajectory) =>
  runToEnd(convertDocument(open(text, how), 'lines'))?.text ?? null;
const toRequest = (text: string, how = options.trajectory) =>
  runToEnd(convertDocument(open(text, how), 'log-request'))?.text ?? null;

describe('A request becomes JSON Lines', () => {
  it('with each group on a line of its own and every token unchanged', () => {
    const text =
      '{"split": "a", "trajectory_groups": [\n  {\n    "trajectories": [\n      {"reward": 1.0e2,\r\n\t"__proto__":\n12345678901234567890}\n    ]\n  },\n  {}\n]}';
    expect(toLines(text)).toBe(
      '{"trajectories": [{"reward": 1.0e2, "__proto__": 12345678901234567890}]}\n{}\n',
    );
  });
  it('even if it is a training job, one group, or an array of groups', () => {
    const group = '{"trajectories": [{}]}';
    const job = `{"model_id": "m", "trajectory_groups": [${group}], "experimental_config": {}}`;
    for (const text of [job, group, `[${group}]`]) expect(toLines(text)).toBe(`${group}\n`);
  });
  it('with its duplicate keys and its white space within lines', () => {
    expect(toLines('{"trajectory_groups": [{"a":  1,"a" :2}]}')).toBe('{"a":  1,"a" :2}\n');
  });
});

describe('Lines become a log request', () => {
  it('with a split that is left to fill in', () => {
    expect(toRequest('{"trajectories": [{}]}\n\n{"trajectories": []}\n', options.lines)).toBe(
      '{\n  "split": "",\n  "trajectory_groups": [\n    {\n      "trajectories": [\n        {}\n      ]\n    },\n    {\n      "trajectories": []\n    }\n  ]\n}\n',
    );
  });
  it('without problems', () => {
    const converted = toRequest('{"trajectories": [{"reward": 1}]}', options.lines)!;
    expect(problemsOf(open(converted))).toEqual([]);
  });
});

describe('A request becomes a log request', () => {
  it('with its own split, and without properties that a log request does not have', () => {
    const job = '{"experimental_config": {}, "split": "\\u0061", "model_id": "m", "trajectory_groups": [{}]}';
    expect(toRequest(job)).toBe('{\n  "split": "\\u0061",\n  "trajectory_groups": [\n    {}\n  ]\n}\n');
  });
});

describe('A log request', () => {
  it('is not laid out where that would make it too long to be checked', () => {
    const document = open('{"trajectories": [{"reward": 1}]}\n', options.lines);
    const converted = (limit?: number) =>
      runToEnd(convertDocument(document, 'log-request', null, limit))?.text;
    expect(converted()?.split('\n').length).toBeGreaterThan(8);
    expect(converted(100)).toBe(
      '{\n  "split": "",\n  "trajectory_groups": [\n    {"trajectories": [{"reward": 1}]}\n  ]\n}\n',
    );
  });

  it.each([
    ['groups', (i: number) => `{"trajectories": [{"reward": ${i}, "logs": ["${'x'.repeat(i % 300)}", {}]}]}`],
    ['trajectories', (i: number) => `{"messages_and_choices": [], "reward": ${i}}`],
  ])('of thousands of %s is formatted as a whole', (_, line) => {
    const lines = Array.from({ length: 3000 }, (_, i) => line(i));
    for (const [grouping, unit] of [
      ['each', '  '],
      ['one', '  '],
      ['each', '\t'],
    ] as const) {
      const document = open(`[\n${unit}${lines.join(`,\n${unit}`)}\n]`);
      const { text } = runToEnd(convertDocument(document, 'log-request', grouping))!;
      const format = { tabSize: 2, insertSpaces: unit !== '\t' };
      expect(runToEnd(formatDocument(open(text), null, format)).edits).toEqual([]);
      expect(JSON.parse(text).trajectory_groups).toEqual(groupsOf(lines, grouping));
    }
  });

  it('has the indentation of the document that it is made from', () => {
    const split = (unit: string) => `\n${unit}"split": "",\n`;
    for (const unit of ['  ', '    ', '\t']) {
      const groups = `[\n${unit}{\n${unit}${unit}"trajectories": [{"reward": 1.0e2}]\n${unit}}\n]`;
      const text = toRequest(groups)!;
      expect(text).toContain(split(unit));
      expect(text).toContain(`\n${unit.repeat(5)}"reward": 1.0e2\n`);
    }
  });

  it('has the line ends of the document that it is made from', () => {
    const lines = '{"trajectories": [{"reward": 1}]}\r\n{"trajectories": [ ]}\r\n';
    expect(toRequest(lines, options.lines)).toBe(
      '{\r\n  "split": "",\r\n  "trajectory_groups": [\r\n    {\r\n      "trajectories": [\r\n        {\r\n          "reward": 1\r\n        }\r\n      ]\r\n    },\r\n    {\r\n      "trajectories": []\r\n    }\r\n  ]\r\n}\r\n',
    );
  });

  it('has values that are nested too deep to be laid out as they were', () => {
    const nested = `${'['.repeat(20_000)} ${']'.repeat(20_000)}`;
    const text = toRequest(`{"trajectories": [{"metadata": ${nested}}]}\n`, options.lines)!;
    expect(text.replace(/\s/g, '')).toContain(`{"metadata":${nested.replace(' ', '')}}`);
  });
});

/** The groups that bare trajectories become; groups stay as they are. */
function groupsOf(lines: readonly string[], grouping: 'each' | 'one'): unknown {
  const items: object[] = lines.map((line) => JSON.parse(line));
  if (items.some((item) => 'trajectories' in item)) return items;
  return grouping === 'one' ? [{ trajectories: items }] : items.map((item) => ({ trajectories: [item] }));
}

describe('Members of the request that have no place in the result are named', () => {
  const left = (text: string, to: 'lines' | 'log-request', how = options.trajectory) =>
    runToEnd(convertDocument(open(text, how), to, 'one'))?.left;
  const job = '{"model_id": "m", "trajectory_groups": [{}], "experimental_config": {}, "own": 1}';
  it.each([
    [job, 'lines', ['model_id', 'experimental_config', 'own']],
    [job, 'log-request', ['model_id', 'experimental_config', 'own']],
    ['{"split": "a", "trajectory_groups": [{}]}', 'lines', ['split']],
    ['{"split": "a", "trajectory_groups": [{}]}', 'log-request', []],
    ['{"a": 1, "trajectory_groups": [{}], "\\u0061": 2, "split": "a"}', 'log-request', ['a']],
    [
      '{"split": "a", "trajectory_groups": [{}], "split": "b", "trajectory_groups": [{}]}',
      'log-request',
      ['split (written twice)', 'trajectory_groups (written twice)'],
    ],
    ['{"trajectories": [{}], "note": 1}', 'lines', []],
    ['[{"trajectories": [{}], "note": 1}]', 'lines', []],
  ] as const)('of %s as %s: %j', (text, to, names) => {
    expect(left(text, to)).toEqual(names);
  });
  it('except those of lines, which are whole groups', () => {
    expect(left('{"trajectories": [{}], "note": 1}', 'log-request', options.lines)).toEqual([]);
  });
  it('but only the first of very many', () => {
    const own = Array.from({ length: 1000 }, (_, i) => `"own${i}": 1`);
    expect(left(`{"trajectory_groups": [{}], ${own.join()}}`, 'lines')).toHaveLength(6);
  });
});

describe('Trajectories without a group', () => {
  const trajectory = '{"messages_and_choices": []}';
  const lines = `${trajectory}\n${trajectory}`;
  it('are not converted until it is known how to group them', () => {
    expect(toRequest(lines, options.lines)).toBeNull();
    expect(toLines(`[${trajectory}]`)).toBeNull();
  });
  it('become one group, or a group each', () => {
    const document = open(lines, options.lines);
    expect(runToEnd(convertDocument(document, 'lines', 'one'))?.text).toBe(
      `{"trajectories": [${trajectory}, ${trajectory}]}\n`,
    );
    expect(runToEnd(convertDocument(document, 'lines', 'each'))?.text).toBe(
      `{"trajectories": [${trajectory}]}\n`.repeat(2),
    );
    const each = runToEnd(convertDocument(document, 'log-request', 'each'))!.text;
    expect(toLines(each)?.replace(/ /g, '')).toBe(
      `{"trajectories": [${trajectory}]}\n`.repeat(2).replace(/ /g, ''),
    );
  });
});

describe('There is nothing to convert', () => {
  it.each([
    '',
    '7',
    '{}',
    '{"split": "a"}',
    '{"trajectory_groups": []}',
    '{"trajectory_groups": {}}',
    '[1]',
    '{"messages": []}',
  ])('in %s', (text) => {
    expect(toLines(text)).toBeNull();
    expect(toRequest(text)).toBeNull();
  });
  it('where the text is not JSON', () => {
    expect(toLines('{"trajectory_groups": [{"a": 1\n"b": 2}]}')).toBeNull();
    expect(toRequest('{"trajectories": [1\n{}', options.lines)).toBeNull();
  });
});

describe('Whatever the groups contain', () => {
  it('a request comes back from lines with the same values', () => {
    const groupsOf = (text: string) => (JSON.parse(text) as { trajectory_groups: unknown }).trajectory_groups;
    fc.assert(
      fc.property(request, (text) => {
        const lines = toLines(text);
        if (lines === null) return;
        const back = runToEnd(convertDocument(open(lines, options.lines), 'log-request', 'one'));
        if (open(lines, options.lines).type.kind === 'group-lines')
          expect(groupsOf(back!.text)).toEqual(groupsOf(text));
        const format = { tabSize: 2, insertSpaces: true };
        expect(runToEnd(formatDocument(open(back!.text), null, format)).edits).toEqual([]);
      }),
      inputs(150),
    );
  });
});
