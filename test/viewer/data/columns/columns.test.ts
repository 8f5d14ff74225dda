import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChange, type Columns, noColumns } from '../../../../viewer/data/columns/columns';
import { callersOf } from '../../../../viewer/data/columns/tools';
import { followTrajectory, withResponse } from '../../../../viewer/data/following';
import { inputs } from '../../../budget';
import { change, type Made, type MadeGroups, made, madeGroups, whole } from '../changes';

/** The columns' values per trajectory, independent of their encoding. */
function told(columns: Columns) {
  const tools = ['search', 'book', 'think'].map((name) => [...callersOf(columns.tools, name)]);
  const task = columns.labels.get('task');
  return {
    groups: columns.groups,
    starts: [...columns.starts],
    groupOf: [...columns.groupOf],
    reward: [...columns.reward],
    messages: [...columns.messages],
    number: columns.numbers.has('metrics.x') ? [...columns.numbers.get('metrics.x')!] : null,
    task: task === undefined ? null : [...task.values].map((code) => (code < 0 ? null : task.texts[code])),
    tools,
  };
}

describe('Columns', () => {
  it('match the rows of a whole document', () => {
    const items: Made[] = [
      { reward: 1, messages: 3, number: Number.NaN, label: 'b', tools: ['book'] },
      { reward: Number.NaN, messages: 0, number: 2, label: null, tools: [] },
      { reward: -0.5, messages: 7, number: 1, label: 'a', tools: ['book', 'search'] },
    ];
    expect(told(applyChange(noColumns, whole([[items[0]!], [], [items[1]!, items[2]!]])))).toEqual({
      groups: 3,
      starts: [0, 1, 1, 3],
      groupOf: [0, 2, 2],
      reward: [1, Number.NaN, -0.5],
      messages: [3, 0, 7],
      number: [Number.NaN, 2, 1],
      task: ['b', null, 'a'],
      tools: [
        [0, 0, 1],
        [1, 0, 1],
        [0, 0, 0],
      ],
    });
  });

  it('equal those of a fresh response after any changes', () => {
    const steps = fc.array(fc.record({ from: fc.nat(8), removed: fc.nat(3), added: madeGroups }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(madeGroups, steps, (first, changes) => {
        let groups: MadeGroups = first;
        let columns = applyChange(noColumns, whole(groups));
        for (const { added, ...step } of changes) {
          const from = Math.min(step.from, groups.length);
          const removed = Math.min(step.removed, groups.length - from);
          columns = applyChange(columns, change(groups, added, { from, removed }));
          groups = groups.toSpliced(from, removed, ...added);
        }
        expect(told(columns)).toEqual(told(applyChange(noColumns, whole(groups))));
      }),
      inputs(300),
    );
  });

  it('stay the same objects if and only if they have not changed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(made, { minLength: 1 }), { minLength: 1 }),
        made,
        fc.nat(),
        (groups, item, at) => {
          const before = applyChange(noColumns, whole(groups));
          const was = told(before);
          const { layout, reward, labels, messages } = before;
          const from = at % groups.length;
          const added = [[item, ...groups[from]!.slice(1)]];
          const after = applyChange(before, change(groups, added, { from, removed: 1 }));
          const is = told(after);
          expect(after.layout).toBe(layout);
          expect(after.reward === reward).toBe(isDeepStrictEqual(was.reward, is.reward));
          expect(after.messages === messages).toBe(isDeepStrictEqual(was.messages, is.messages));
          expect(after.labels === labels).toBe(isDeepStrictEqual(was.task, is.task));
        },
      ),
      inputs(300),
    );
  });

  it('follow a trajectory to its new position after a change', () => {
    fc.assert(
      fc.property(madeGroups, madeGroups, fc.nat(8), fc.nat(3), (groups, added, at, most) => {
        const from = Math.min(at, groups.length);
        const removed = Math.min(most, groups.length - from);
        const step = change(groups, added, { from, removed });
        const before = groups.flat();
        const after = groups.toSpliced(from, removed, ...added).flat();
        const replaced = new Set(groups.slice(from, from + removed).flat());
        for (const [i, item] of before.entries()) {
          const { index, isTouched } = followTrajectory(i, withResponse(null, step));
          expect(isTouched).toBe(replaced.has(item));
          if (!isTouched) expect(after[index!]).toBe(item);
        }
      }),
      inputs(200),
    );
  });

  it('follow a trajectory that was recreated with others added around it', () => {
    fc.assert(
      fc.property(madeGroups, madeGroups, fc.nat(8), (groups, added, at) => {
        const after = groups.toSpliced(Math.min(at, groups.length), 0, ...added);
        const step = change(groups, after, { from: 0, removed: groups.length });
        for (const [i, item] of groups.flat().entries()) {
          const { index, isTouched } = followTrajectory(i, withResponse(null, step));
          expect(after.flat()[index!]).toBe(item);
          expect(isTouched).toBe(true);
        }
      }),
      inputs(200),
    );
  });
});
