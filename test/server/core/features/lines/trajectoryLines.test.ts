import fc from 'fast-check';
import { expect, it, describe as suite } from 'vitest';
import { problemsOf } from '../../../../../server/core/document';
import { convertDocument } from '../../../../../server/core/features/lines/convert';
import { documentSymbols } from '../../../../../server/core/features/outline/symbols';
import { copyPath } from '../../../../../server/core/features/paths/copyPath';
import { runToEnd } from '../../../../../server/core/work';
import { inputs } from '../../../../budget';
import { edits, placed } from '../../arbitrary';
import { expectEqual } from '../../expectEqual';
import { expectFresh } from '../../expectFresh';
import { editDocument, everything, open, options, summaryOf } from '../../support';

const trajectory = '{"messages_and_choices": [{"role": "user", "content": "a"}], "reward": 1}';
const group = `{"trajectories": [${trajectory}]}`;
const lines = (...texts: readonly string[]) => open(texts.join('\n'), options.lines);

suite('Lines are recognized as', () => {
  it('trajectories if the first recognized line is one', () => {
    expect(lines(trajectory, trajectory).type.kind).toBe('trajectory-lines');
    expect(lines('', '{}', '7', '{"a": 1}', trajectory, group).type.kind).toBe('trajectory-lines');
  });
  it('groups if the first recognized line is one, or there is none yet', () => {
    expect(lines(group, trajectory).type.kind).toBe('group-lines');
    expect(lines('').type.kind).toBe('group-lines');
    expect(lines('{}', '{').type.kind).toBe('group-lines');
    expect(lines(`{"messages_and_choices": [], "trajectories": []}`).type.kind).toBe('group-lines');
  });
  it('trajectories even if only a line far down is one', () => {
    expect(lines(...Array<string>(2000).fill('{"a": 1}'), trajectory).type.kind).toBe('trajectory-lines');
  });
  it('unrecognized if no line has a trajectory', () => {
    expect(lines('{"reward": 1}', '{}').type.kind).toBe('unrecognized');
  });
  it('something else after an edit, as in a fresh parse', () => {
    const before = lines(trajectory, '{"messages_and_choices": [], "rewrad": "x"}', group);
    const after = editDocument(before, [{ from: 0, to: 0, insert: `${group}\n` }]);
    expect(after.type.kind).toBe('group-lines');
    expectEqual(
      everything(after),
      everything(lines(group, trajectory, '{"messages_and_choices": [], "rewrad": "x"}', group)),
    );
    const back = editDocument(after, [{ from: 0, to: group.length + 1, insert: '' }]);
    expectEqual(everything(back), everything(before));
  });
});

suite('A line that is a trajectory', () => {
  it('is checked as one', () => {
    const document = lines(trajectory, '{"messages_and_choices": [{"role": 1}], "reward": "1", "rewrad": 2}');
    const found = problemsOf(document).map(({ code, message }) => `${code}: ${message}`);
    expect(found).toEqual([
      'wrong-type: role must be a string; found the number 1.',
      'wrong-type: reward must be a number; found the string "1".',
      expect.stringMatching(/^unknown-property: /),
    ]);
  });
  it('is fixed if a bracket is missing, without affecting the next', () => {
    const broken = '{"messages_and_choices": [{"role": "user", "content": "a"}, "reward": 1}';
    const document = lines(broken, trajectory);
    expect(problemsOf(document).map(({ code }) => code)).toEqual(['syntax']);
    expect(document.type.kind).toBe('trajectory-lines');
  });
  it('appears in the outline as a trajectory', () => {
    expect(runToEnd(documentSymbols(lines(trajectory))).map(({ name }) => name)).toEqual([
      'Trajectory 1 · reward 1 · 1 message',
    ]);
  });
  it('has a path of its own, because it may become part of different bodies', () => {
    const document = lines(trajectory, trajectory);
    const offset = trajectory.length + 1 + trajectory.lastIndexOf('1');
    expect(copyPath(document, offset, 'loc')).toBe('1.reward');
    expect(copyPath(document, offset, 'pointer')).toBe('/1/reward');
  });
});

suite('Lines of trajectories are summarized', () => {
  it('with the bounds of each, and no groups', () => {
    const document = lines(trajectory, '', trajectory);
    const { length } = trajectory;
    expect(summaryOf(document)).toMatchObject({
      kind: 'trajectory-lines',
      errors: 0,
      groups: { kind: 'trajectories', bounds: `0,${length},${length + 2},${2 * length + 2}` },
      groupCount: 0,
      trajectoryCount: 2,
    });
  });
});

suite('Lines that mix groups and trajectories', () => {
  const mixed = [lines(trajectory, '', '{}', group, group), lines('7', group, '{}', trajectory, group)];
  it('are summarized with the first line that differs', () => {
    for (const document of mixed) expect(summaryOf(document).mixedLine).toBe(3);
    expect(summaryOf(lines(trajectory, '{"id": 1}', trajectory)).mixedLine).toBeNull();
    expect(summaryOf(lines(group, '{"id": 1}', group)).mixedLine).toBeNull();
  });
  it('are converted only if each trajectory is to become a group, because no form has a place for both', () => {
    for (const document of mixed)
      for (const form of ['lines', 'log-request'] as const)
        for (const grouping of [null, 'one'] as const)
          expect(runToEnd(convertDocument(document, form, grouping))).toBeNull();
    const own = `{"trajectories": [${trajectory}]}`;
    const converted = [
      `${own}\n${own.replace(trajectory, '{}')}\n${group}\n${group}\n`,
      `7\n${group}\n{}\n${own}\n${group}\n`,
    ];
    for (const [i, document] of mixed.entries()) {
      expect(runToEnd(convertDocument(document, 'lines', 'each'))!.text).toBe(converted[i]);
      const request = JSON.parse(runToEnd(convertDocument(document, 'log-request', 'each'))!.text);
      expect(request).toEqual({
        split: '',
        trajectory_groups: converted[i]!.trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      });
    }
  });
});

suite('An array of trajectories is summarized', () => {
  it('with nothing to send, but with the number of trajectories, because it can be converted', () => {
    const document = open(`[${trajectory}, ${trajectory}]`);
    const { kind, groups, groupCount, trajectoryCount } = summaryOf(document);
    expect({ kind, groups, groupCount, trajectoryCount }).toEqual({
      kind: 'unrecognized',
      groups: null,
      groupCount: 0,
      trajectoryCount: 2,
    });
    const converted = runToEnd(convertDocument(document, 'log-request', 'each'))!.text;
    const joined = converted.replace(/\s/g, '');
    expect(joined).toContain(`[{"trajectories":[${trajectory}]},`.replace(/\s/g, ''));
  });
  it('unlike other arrays and objects, in which no trajectories are counted', () => {
    for (const text of [`[${group}]`, '[1]', trajectory, '[]', '{"messages": []}'])
      expect(summaryOf(open(text))).toMatchObject({ groups: null, trajectoryCount: 0 });
  });
});

suite('The editor of one line', () => {
  const line = (text: string, name = 'runs.line-12.trajectory.json') =>
    open(text, { language: 'trajectory', name });
  it('recognizes a bare trajectory, which can be sent', () => {
    const document = line(trajectory);
    expect(document.type.kind).toBe('trajectory-lines');
    expect(problemsOf(document)).toEqual([]);
    const { groups, trajectoryCount } = summaryOf(document);
    expect(groups).toEqual({ kind: 'trajectories', bounds: `0,${trajectory.length}` });
    expect(trajectoryCount).toBe(1);
    expect(line(trajectory.replace('1', '"1"')).counts[0]).toBe(1);
  });
  it('recognizes anything else as usual', () => {
    expect(line(group).type.kind).toBe('group');
    expect(line(trajectory, 'runs.trajectory.json').type.kind).toBe('unrecognized');
  });
});

suite('After any edits, lines of groups and trajectories equal a fresh parse', () => {
  const long = trajectory.replace('"a"', `"${'a'.repeat(3000)}"`);
  const pieces = [
    trajectory,
    group,
    long,
    `{"trajectories": [${long}]}`,
    '{"rewrad": 1}',
    '',
    '[',
    long.slice(2),
  ];
  const content = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((all) => all.join('\n'));
  it('whatever they are recognized as in between', () => {
    fc.assert(
      fc.property(content, fc.array(edits, { minLength: 1, maxLength: 5 }), (text, notifications) => {
        let document = open(text, options.lines);
        for (const relative of notifications.flat()) {
          document = editDocument(document, [placed(relative, document.text.length)]);
          expectFresh(document);
        }
      }),
      inputs(100),
    );
  });
});
