import { describe, expect, it } from 'vitest';
import { lenses } from '../../../../../server/core/features/lenses/lenses';
import { runToEnd } from '../../../../../server/core/work';
import { open, options } from '../cursor';

/** Lenses as `line kind trajectory`; lenses other than views only by kind. */
function shown(content: string, how = options.trajectory, limit = 1000): string[] {
  const document = open(content, how);
  return runToEnd(lenses(document, limit, true))
    .filter(({ kind }) => kind === 'view' || kind === 'cut')
    .map(({ kind, from, trajectory }) => {
      const line = content.slice(0, from).split('\n').length;
      return `${line} ${kind} ${trajectory === undefined ? '' : trajectory}`.trim();
    });
}

const group = '{"trajectories": [\n{"reward": 1},\n{"reward": 2}\n]}';

describe('Lenses that open the view', () => {
  it('are on the document, each group and each trajectory, numbered across the document', () => {
    expect(shown(`{"trajectory_groups": [\n${group},\n{"trajectories": []},\n${group}]}`)).toEqual([
      '1 view null',
      '2 view 0',
      '3 view 0',
      '4 view 1',
      '7 view 2',
      '8 view 2',
      '9 view 3',
    ]);
  });
  it('appear once per line', () => {
    expect(shown('{"trajectories": [{}, {}]}\n{"trajectories": [{}]}', options.lines)).toEqual([
      '1 view null',
      '2 view 2',
    ]);
    expect(shown('{"messages_and_choices": []}\n{"messages_and_choices": []}', options.lines)).toEqual([
      '1 view null',
      '2 view 1',
    ]);
  });
  it('are absent if there are no trajectories', () => {
    expect(shown('{"epsilon": 1}', options.config)).toEqual([]);
    expect(shown('[1]')).toEqual([]);
    expect(shown('')).toEqual([]);
  });
  it('give way to the other lenses at a limit, and the last one says so', () => {
    const content = `{"trajectory_groups": [\n${group},\n${group}]}`;
    // Four other lenses take precedence.
    expect(shown(content, options.trajectory, 10)).toEqual([
      '1 view null',
      '2 view 0',
      '3 view 0',
      '4 view 1',
      '6 view 2',
      '7 cut',
    ]);
    expect(runToEnd(lenses(open(content), 10, true))).toHaveLength(10);
  });
  it('are on the document even if it has very many groups', () => {
    const groups = Array(20).fill(group).join(',\n');
    const found = runToEnd(lenses(open(`{"trajectory_groups": [\n${groups}]}`), 10, true));
    const kinds = found.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'view')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'cut')).toHaveLength(2);
    expect(kinds).toHaveLength(10);
  });
  it('are sent only to clients that ask for them', () => {
    const kinds = runToEnd(lenses(open(`{"trajectory_groups": [${group}]}`))).map(({ kind }) => kind);
    expect(kinds).toEqual(['log', 'train', 'group']);
  });
});
