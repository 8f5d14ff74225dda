import { describe, expect, it, vi } from 'vitest';
import { lenses } from '../../../server/core/features/lenses/lenses';
import { open, options } from '../support';

// Much more than any test takes: that a busy machine is slow proves nothing.
vi.setConfig({ testTimeout: 120_000 });

const filler = (length: number) => `"content": "${'a'.repeat(length)}"`;
const line = (rewards: string, length = 1000) =>
  `{"trajectories": [{"messages_and_choices": [{${filler(length)}}], ${rewards}}]}`;
const good = line('"reward": 1');
const bad = line('"reward": "1"');
const worse = line('"reward": "1", "rewrad": 1, "metrics": 1, "own": 1');

const ofLines = (content: string, how = options.lines, limit?: number) =>
  lenses(open(content, how), limit)
    .filter(({ kind }) => kind === 'line')
    .map(({ from, title }) => `${content.slice(0, from).split('\n').length} ${title}`);

describe('A long line with problems has a lens', () => {
  it('with their number, without hints', () => {
    expect(ofLines([good, bad, good, worse].join('\n'))).toEqual([
      '2 1 problem · Expand',
      '4 2 problems · Expand',
    ]);
  });
  it('also where it is a broken one, or a trajectory', () => {
    expect(ofLines(bad.slice(0, -3))).toEqual(['1 2 problems · Expand']);
    expect(ofLines(`{"messages_and_choices": [{${filler(1000)}}], "reward": "1"}`)).toEqual([
      '1 1 problem · Expand',
    ]);
  });
  it('but not where it is short, or where a line is no document of its own', () => {
    expect(ofLines(line('"reward": "1"', 500))).toEqual([]);
    expect(ofLines(`{"split": "a", "trajectory_groups": [${bad}]}`, options.trajectory)).toEqual([]);
  });
  it('among the other lenses, in order', () => {
    const kinds = lenses(open(`${bad}\n${bad}`, options.lines)).map(({ kind }) => kind);
    expect(kinds).toEqual(['log', 'train', 'group', 'line', 'group', 'line']);
  });
  it('for 200 lines at most, and together with the others within the limit', () => {
    const content = Array<string>(300).fill(bad).join('\n');
    expect(ofLines(content)).toHaveLength(200);
    expect(lenses(open(content, options.lines), 350)).toHaveLength(350);
  });
});
