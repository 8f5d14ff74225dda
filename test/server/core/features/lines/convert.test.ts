import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../../../../server/core/document';
import { converting } from '../../../../../server/core/features/lines/convert';
import { finished } from '../../../../../server/core/work';
import { inputs } from '../../../../budget';
import { request } from '../../arbitrary';
import { open, options } from '../../support';

const toLines = (text: string, how = options.trajectory) => finished(converting(open(text, how), 'lines'));
const toRequest = (text: string, how = options.trajectory) =>
  finished(converting(open(text, how), 'log-request'));

describe('A request becomes JSON Lines', () => {
  it('with each group on a line of its own and every token as it stands', () => {
    const text =
      '{"split": "a", "trajectory_groups": [\n  {\n    "trajectories": [\n      {"reward": 1.0e2,\r\n\t"__proto__":\n12345678901234567890}\n    ]\n  },\n  {}\n]}';
    expect(toLines(text)).toBe(
      '{"trajectories": [{"reward": 1.0e2, "__proto__": 12345678901234567890}]}\n{}\n',
    );
  });
  it('also where it is a training job, one group, or an array of groups', () => {
    const group = '{"trajectories": [{}]}';
    const job = `{"model_id": "m", "trajectory_groups": [${group}], "experimental_config": {}}`;
    for (const text of [job, group, `[${group}]`]) expect(toLines(text)).toBe(`${group}\n`);
  });
  it('with duplicate keys and the white space within lines', () => {
    expect(toLines('{"trajectory_groups": [{"a":  1,"a" :2}]}')).toBe('{"a":  1,"a" :2}\n');
  });
});

describe('Lines become a log request', () => {
  it('with a split that is left to be filled in', () => {
    expect(toRequest('{"trajectories": [{}]}\n\n{"trajectories": []}\n', options.lines)).toBe(
      '{\n  "split": "",\n  "trajectory_groups": [\n    {"trajectories": [{}]},\n    {"trajectories": []}\n  ]\n}\n',
    );
  });
  it('of which nothing is wrong', () => {
    const converted = toRequest('{"trajectories": [{"reward": 1}]}', options.lines)!;
    expect(problemsOf(open(converted))).toEqual([]);
  });
});

describe('A request becomes a log request', () => {
  it('with its own split, and without what is no part of one', () => {
    const job = '{"experimental_config": {}, "split": "\\u0061", "model_id": "m", "trajectory_groups": [{}]}';
    expect(toRequest(job)).toBe('{\n  "split": "\\u0061",\n  "trajectory_groups": [\n    {}\n  ]\n}\n');
  });
});

describe('Trajectories in no group', () => {
  const trajectory = '{"messages_and_choices": []}';
  const lines = `${trajectory}\n${trajectory}`;
  it('are not converted before it is said how they are grouped', () => {
    expect(toRequest(lines, options.lines)).toBeNull();
    expect(toLines(`[${trajectory}]`)).toBeNull();
  });
  it('become one group, or a group each', () => {
    const document = open(lines, options.lines);
    expect(finished(converting(document, 'lines', 'one'))).toBe(
      `{"trajectories": [${trajectory}, ${trajectory}]}\n`,
    );
    expect(finished(converting(document, 'lines', 'each'))).toBe(
      `{"trajectories": [${trajectory}]}\n`.repeat(2),
    );
    expect(finished(converting(document, 'log-request', 'each'))).toContain(
      `    {"trajectories": [${trajectory}]}\n`,
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
  it('where the text is no JSON', () => {
    expect(toLines('{"trajectory_groups": [{"a": 1\n"b": 2}]}')).toBeNull();
    expect(toRequest('{"trajectories": [1\n{}', options.lines)).toBeNull();
  });
});

describe('Whatever the groups hold', () => {
  it('a request comes back from lines with the same values', () => {
    const groupsOf = (text: string) => (JSON.parse(text) as { trajectory_groups: unknown }).trajectory_groups;
    fc.assert(
      fc.property(request, (text) => {
        const lines = toLines(text);
        if (lines === null) return;
        const back = finished(converting(open(lines, options.lines), 'log-request', 'one'));
        if (open(lines, options.lines).type.kind === 'group-lines')
          expect(groupsOf(back!)).toEqual(groupsOf(text));
      }),
      inputs(150),
    );
  });
});
