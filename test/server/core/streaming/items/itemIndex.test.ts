import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Row, rowsOf } from '../../../../../server/core/collection/summaries/rows';
import { ItemIndex } from '../../../../../server/core/streaming/items/itemIndex';
import type { Items } from '../../../../../server/core/streaming/items/itemList';
import { runToEnd } from '../../../../../server/core/work';

/** Trajectories have ten code units each, and groups two more. */
const width = 10;

const row: Row = {
  ...{ reward: 1, startTime: Number.NaN, messages: 0, characters: 0, problems: 0, calls: 0 },
  ...{ unanswered: 0, cutOff: 0, numbers: [], labels: [], fingerprint: 0, tools: null },
};

/** Groups of some sizes, in parts that end after some numbers of trajectories; a part may have none. */
function indexOf(sizes: readonly number[], ends: readonly number[]): ItemIndex {
  const index = new ItemIndex();
  const all = sizes.flatMap((size, group) => Array.from({ length: size }, () => group));
  const groupStart = (group: number): number =>
    sizes.slice(0, group).reduce((sum, size) => sum + size * width + 2, 0);
  const borders = [...new Set([0, ...ends.map((end) => end % (all.length + 1)), all.length])];
  borders.sort((a, b) => a - b);
  const add = (members: readonly number[], first: number): void => {
    const groups = [...new Set(members)];
    const items: Items = {
      rows: rowsOf(members.map(() => row)),
      from: Float64Array.from(members, (group, i) => (first + i) * width + group * 2 + 1),
      length: new Int32Array(members.length).fill(width),
      groups: {
        sizes: Int32Array.from(groups, (group) => members.filter((one) => one === group).length),
        from: Float64Array.from(groups, groupStart),
        to: Float64Array.from(groups, (group) => groupStart(group + 1)),
        isContinued: first > 0 && all[first - 1] === members[0],
      },
    };
    index.add(items, new Float64Array(0), { units: 0, bytes: 0, line: 0 });
  };
  for (let i = 1; i < borders.length; i++) {
    add(all.slice(borders[i - 1], borders[i]), borders[i - 1]!);
    // A part of the text in which no trajectory ends.
    add([], borders[i]!);
  }
  return index;
}

it('groups and trajectories are where they are, however the text was divided', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(sizes, fc.array(fc.nat(40), { maxLength: 6 }), fc.array(fc.nat(9)), (sizes, ends, wanted) => {
      const index = indexOf(sizes, ends);
      let [from, trajectory] = [0, 0];
      const spans = sizes.map((size, group) => {
        const to = from + size * width + 2;
        const span = { from, to, trajectory, trajectories: size, group, groups: 1, member: null };
        expect(index.spanOfGroup(group)).toEqual(span);
        for (let i = 0; i < size; i++) {
          expect(index.spansOf([trajectory + i])).toEqual([span]);
          expect(index.placeOf(trajectory + i)?.from).toBe(from + i * width + 1);
        }
        [from, trajectory] = [to, trajectory + size];
        return span;
      });
      expect(index.spanOfGroup(sizes.length)).toBeNull();
      expect(index.placeOf(trajectory)).toBeNull();
      const found = runToEnd(index.spansOfGroups(wanted));
      expect(found === null).toBe(wanted.some((group) => group >= sizes.length));
      const groups = (found ?? []).flatMap(({ group, groups }) => spans.slice(group, group + groups));
      if (found !== null) expect(groups.map(({ group }) => group)).toEqual([...new Set(wanted)].sort());
      for (const span of found ?? []) {
        const inside = spans.slice(span.group, span.group + span.groups);
        expect([span.from, span.to]).toEqual([inside[0]!.from, inside.at(-1)!.to]);
        expect(span.trajectories).toBe(inside.reduce((sum, { trajectories }) => sum + trajectories, 0));
      }
    }),
  );
});

it('columns that are shown have all their values, however many others a later part names before them', () => {
  const index = new ItemIndex();
  const add = (names: readonly string[]): void => {
    const numbers = names.map((name) => ({ name, value: 1, isBoolean: false }));
    const one = { from: new Float64Array(1), length: new Int32Array(1), groups: null };
    index.add({ ...one, rows: rowsOf([{ ...row, numbers }]) }, new Float64Array(0), start);
  };
  const start = { units: 0, bytes: 0, line: 0 };
  const some = (name: string): string[] => Array.from({ length: 60 }, (_, i) => `${name} ${i}`);
  add(['first', 'second']);
  add([...some('other'), 'second', 'first']);
  const shown = index.rows.map(({ numbers }) => numbers.map(({ name }) => name));
  expect(shown[0]).toEqual(['first', 'second']);
  expect(shown[1]).toEqual([...some('other').slice(0, 38), 'second', 'first']);
});
