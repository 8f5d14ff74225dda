import { describe, expect, it } from 'vitest';
import type { CollectionChange } from '../../server/viewProtocol/collection';
import type { FileState } from '../../server/viewProtocol/files';
import { firstSettings } from '../../viewer/data/settings';
import { refresh } from '../../viewer/refreshing';
import type { View } from '../../viewer/state/view';
import { change, type Made, rowsOf, whole } from './data/changes';

const trajectory = (label: string): Made => ({ reward: 1, messages: 2, number: 1, label, tools: [] });

/** A view of a file on the disk, which reads what is given to `read`. */
function viewOf() {
  let file: Pick<FileState, 'status'> = { status: 'complete' };
  let answer: CollectionChange | null = null;
  const view = {
    document: { name: 'a', uri: 'file:///a.jsonl', isFile: true },
    update: () => {},
    ...{ columns: null, file: null, fileProblems: null, other: null, search: null, failure: null },
    ...{
      trajectory: null,
      message: null,
      conversation: null,
      awaited: null,
      listRow: 0,
      unfolded: new Set<number>(),
    },
    ...{ comparison: null, awaitsCompared: false, currentInOther: null },
    settings: firstSettings,
    host: {
      ask: (what: string) => Promise.resolve(what === 'file' ? file : what === 'collection' ? answer : null),
      post: () => {},
    },
  } as unknown as View;
  const read = async (status: FileState['status'], next: CollectionChange) => {
    [file, answer] = [{ status }, next];
    await refresh(view);
  };
  return { view, read };
}

it('a group stays unfolded without its first trajectory, but not without all', async () => {
  const { view, read } = viewOf();
  const groups = [[trajectory('a')], [trajectory('b'), trajectory('c')], [trajectory('d')]];
  await read('complete', whole(groups));
  view.unfolded = new Set([1, 2]);
  const inGroup = change(groups, [[groups[1]![1]!]], { from: 1, removed: 1 });
  const onlyFirst = { from: 1, removed: 1, rows: rowsOf([]), alike: { atStart: 0, atEnd: 0 } };
  await read('complete', { ...inGroup, trajectories: onlyFirst });
  expect([...view.unfolded]).toEqual([1, 2]);
  await read('complete', change([groups[0]!, [groups[1]![1]!], groups[2]!], [], { from: 1, removed: 1 }));
  expect([...view.unfolded]).toEqual([1]);
});

describe('While a file is read again', () => {
  const all = ['a', 'b', 'c'].map((label) => [trajectory(label)]);

  it('a selected trajectory that is not read yet is awaited', async () => {
    const { view, read } = viewOf();
    await read('complete', whole(all));
    [view.trajectory, view.message] = [2, 1];
    await read('reading', whole(all.slice(0, 1)));
    expect(view).toMatchObject({ trajectory: null, awaited: { trajectory: 2, message: 1 } });
    await read('complete', change(all.slice(0, 1), all.slice(1), { from: 1, removed: 0 }));
    expect(view).toMatchObject({ trajectory: 2, message: 1, awaited: null });
  });

  it('compared trajectories that are not read yet are awaited', async () => {
    const { view, read } = viewOf();
    const compared = [0, 2].map((one) => ({ trajectory: one, isOther: false }));
    await read('complete', whole(all));
    view.settings = { ...view.settings, compared };
    await read('reading', whole(all.slice(0, 1)));
    expect(view).toMatchObject({ awaitsCompared: true, settings: { compared } });
    await read('complete', change(all.slice(0, 1), all.slice(1), { from: 1, removed: 0 }));
    expect(view).toMatchObject({ awaitsCompared: false, settings: { compared } });
  });
});
