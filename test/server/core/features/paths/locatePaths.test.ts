import { describe, expect, it } from 'vitest';
import type { PathSegment } from '../../../../../server/core/syntax/nodes/path';
import { locatePath } from '../../support';
import { open, options } from '../cursor';

const content = `{
  "split": "train",
  "trajectory_groups": [
    { "trajectories": [{ "reward": 0.5 }, { "messages_and_choices": [{ "role": "user", "content": "Hi" }] }] },
    { "trajectories": [] }
  ]
}`;

function located(path: readonly PathSegment[], text = content, how = options.trajectory): string {
  const { from, to, matched } = locatePath(open(text, how), path);
  return `${matched} ${text.slice(from, to)}`;
}

describe('A path leads to', () => {
  it('a value', () => {
    expect(located(['split'])).toBe('1 "train"');
    expect(located(['trajectory_groups', 0, 'trajectories', 0, 'reward'])).toBe('5 0.5');
  });
  it('the same value with indexes written as strings', () => {
    expect(located(['trajectory_groups', '0', 'trajectories', '0', 'reward'])).toBe('5 0.5');
  });
  it('the root value if it is empty', () => {
    expect(located([])).toBe(`0 ${content}`);
    expect(located([], ' 7 ')).toBe('0 7');
  });
  it('the object that a property is missing from', () => {
    expect(located(['trajectory_groups', 0, 'trajectories', 0, 'logs'])).toBe('4 { "reward": 0.5 }');
  });
  it('the array that is too short for an index, whatever follows the index', () => {
    expect(located(['trajectory_groups', 1, 'trajectories', 7, 'messages_and_choices', 0])).toBe('3 []');
    expect(located(['trajectory_groups', 9, 0])).toMatch(/^1 \[/);
  });
  it('the same value if some of its labels name nothing', () => {
    const path = [
      'trajectory_groups',
      0,
      'trajectories',
      1,
      'function-wrap[validate()]',
      'messages_and_choices',
    ];
    const rest = [0, 'ChatCompletionUserMessageParam', 'content', 'str'];
    expect(located([...path, ...rest])).toBe('9 "Hi"');
  });
  it('the root value if it names nothing', () => {
    expect(located(['model', 'id'])).toBe(`0 ${content}`);
  });
  it('the last of several properties with the same name, which counts', () => {
    expect(located(['split'], '{"split": "a", "spl\\u0069t": "b"}')).toBe('1 "b"');
  });
  it('a property whose name is a number', () => {
    expect(located(['0', '1'], '{"0": {"1": 2}}')).toBe('2 2');
    expect(located([0, 1], '{"0": {"1": 2}}')).toBe('2 2');
  });
  it('the name of a property whose value is still missing', () => {
    expect(located(['split'], '{"split":')).toBe('1 "split"');
  });
  it('the whole text if there is no value', () => {
    expect(located(['split'], '')).toBe('0 ');
  });
  it('a value in a line, not counting blank lines', () => {
    const lines = '{"trajectories": []}\n\n{"trajectories": [{"reward": 2}]}\n';
    expect(located([1, 'trajectories', 0, 'reward'], lines, options.lines)).toBe('4 2');
    expect(located([2], lines, options.lines)).toBe(`0 ${lines}`);
  });
});
