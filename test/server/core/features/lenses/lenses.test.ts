import { describe, expect, it } from 'vitest';
import { lenses } from '../../../../../server/core/features/lenses/lenses';
import { runToEnd } from '../../../../../server/core/work';
import { open, options } from '../cursor';

/** Lenses as `offset title`. */
function shown(content: string, how = options.trajectory, limit?: number): string[] {
  return runToEnd(lenses(open(content, how), limit)).map(({ from, title }) => `${from} ${title}`);
}

function group(...rewards: readonly (number | string)[]): string {
  return `{"trajectories": [${rewards.map((reward) => (reward === '' ? '{}' : `{"reward": ${reward}}`)).join()}]}`;
}

const request = (...groups: readonly string[]) => `{"trajectory_groups": [${groups.join()}]}`;
const title = (...rewards: readonly (number | string)[]) =>
  shown(request(group(...rewards)))[2]?.slice('23 Group 1 · '.length);

describe('The lenses of a document', () => {
  it('offer both ways to send a request', () => {
    expect(shown(' {"trajectory_groups": []}')).toEqual(['1 Log', '1 Create Training Job']);
    expect(shown('{"model_id": ""}')).toEqual(['0 Log', '0 Create Training Job']);
  });
  it('do not offer to log a config', () => {
    expect(shown('{"epsilon": 1}', options.config)).toEqual(['0 Create Training Job']);
  });
  it('offer nothing where there is nothing to send', () => {
    expect(shown('')).toEqual([]);
    expect(shown('[]')).toEqual([]);
    expect(shown('7')).toEqual([]);
    expect(shown('\n', options.lines)).toEqual([]);
  });
  it('expand no line of a value that is over several lines', () => {
    const laidOut = JSON.stringify(JSON.parse(request(group(1), group(2))), null, 2);
    expect(shown(laidOut, options.lines).filter((line) => line.includes('Expand'))).toEqual([]);
  });
  it('are above each line and each group of trajectories', () => {
    expect(shown(`${group(1)}\n{}\n${group()}`, options.lines)).toEqual([
      '0 Expand',
      '0 Log',
      '0 Create Training Job',
      '0 Group 1 · 1 trajectory · reward 1.00',
      '34 Expand',
      '37 Expand',
      '37 Group 3 · 0 trajectories',
    ]);
    expect(shown(group(1, 2))[2]).toBe('0 2 trajectories · reward 1.00 – 2.00, mean 1.50');
  });
  it('cover one character, which may be a surrogate pair', () => {
    const content = ['😀 x', '{"messages_and_choices": []}', '😀'].join('\n');
    for (const lines of [content, `${group(1)}\n${content}`]) {
      const found = runToEnd(lenses(open(lines, options.lines), 100, true));
      const covered = new Set(found.map(({ from, to }) => lines.slice(from, to)));
      expect([...covered].sort()).toEqual(['{', '😀']);
    }
  });
  it('begin with the actions, because a narrow editor cuts off the end', () => {
    const document = open(`${group('"1"')}\n${group(1)}`, options.lines);
    const titles = runToEnd(lenses(document, 100, true)).map(({ title }) => title);
    expect(titles).toEqual([
      'Expand · 1 problem',
      'View',
      'Log',
      'Create Training Job',
      'Group 1 · 1 trajectory',
      'Expand',
      'View',
      'Group 2 · 1 trajectory · reward 1.00',
    ]);
  });
  it('are cut at a limit, and the last one says so', () => {
    const titles = shown(request(group(1), group(2), group(3), group(4)), options.trajectory, 5);
    expect(titles).toHaveLength(5);
    expect(titles[3]).toContain('reward 2.00');
    expect(titles[4]).toContain('too many groups');
  });
});

describe('A group is summed up', () => {
  it('with its rewards', () => {
    expect(title(0.25, 1, 0.5, 0.75)).toBe('4 trajectories · reward 0.25 – 1.00, mean 0.63');
  });
  it('more briefly if they are equal', () => {
    expect(title(0.5, 0.5)).toBe('2 trajectories · reward 0.50 in each');
    expect(title(0.3, 0.1 + 0.2)).toBe('2 trajectories · reward 0.30 in each');
    expect(title(-1)).toBe('1 trajectory · reward -1.00');
  });
  it('with the number of trajectories that have a reward', () => {
    expect(title(1, '', '"1"', 0)).toBe('4 trajectories · reward 0.00 – 1.00, mean 0.50 (2 of 4)');
    expect(title('', 'null')).toBe('2 trajectories');
  });
  it('with as many digits as needed', () => {
    expect(title(0.00012, 0, 12345678)).toBe('3 trajectories · reward 0.00 – 12345678.00, mean 4115226.00');
    expect(title(0.00012, 0.00014)).toBe('2 trajectories · reward 0.00012 – 0.00014, mean 0.00013');
  });
});
