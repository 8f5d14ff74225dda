import { describe, expect, it } from 'vitest';
import { distinguishingLabels, sharedLabel } from '../../../viewer/data/distinguishingLabels';

it('A group has the label that all of its trajectories share; one without trajectories has none', () => {
  // Groups of two, none, two, one and none.
  const layout = { starts: Float64Array.of(0, 2, 2, 4, 5, 5) } as unknown as Parameters<
    typeof sharedLabel
  >[0];
  const labels = { texts: ['alpha', 'beta'], values: Int32Array.of(0, 0, 1, 0, -1) };
  const shared = [0, 1, 2, 3, 4].map((group) =>
    sharedLabel(layout, labels as unknown as Parameters<typeof sharedLabel>[1], group),
  );
  expect(shared).toEqual(['alpha', null, null, null, null]);
});

describe('The labels that tell items apart are', () => {
  // Three groups of two.
  const layout = { groups: 3, starts: Float64Array.of(0, 2, 4, 6) } as unknown as Parameters<
    typeof distinguishingLabels
  >[0];
  const columns: Readonly<Record<string, readonly string[]>> = {
    split: ['test', 'test', 'test', 'test', 'test', 'test'],
    user: ['ann', 'ann', 'bob', 'bob', 'ann', 'ann'],
    task: ['t1', 't1', 't2', 't2', 't3', 't3'],
    uuid: ['u1', 'u2', 'u3', 'u4', 'u5', 'u6'],
    status: ['done', 'done', 'done', 'failed', 'done', 'done'],
    trial: ['0', '1', '0', '1', '0', '1'],
  };
  const told = (...names: readonly string[]) => {
    const labels = names.map((name) => {
      const texts = [...new Set(columns[name])];
      return [
        name,
        { texts, values: Int32Array.from(columns[name]!, (text) => texts.indexOf(text)) },
      ] as const;
    });
    return distinguishingLabels(
      layout,
      new Map(labels) as unknown as Parameters<typeof distinguishingLabels>[1],
    );
  };

  it('one between groups and one within them', () => {
    expect(told('split', 'user', 'task', 'uuid', 'status', 'trial')).toEqual(['task', 'trial']);
    expect(told('uuid', 'status', 'user')).toEqual(['user', 'uuid']);
  });

  it('two of one kind if there are none of the other', () => {
    expect(told('user', 'split', 'task')).toEqual(['task', 'user']);
    expect(told('status', 'uuid', 'trial')).toEqual(['trial', 'uuid']);
  });

  it('none if nothing differs', () => {
    expect(told('split')).toEqual([]);
  });
});
