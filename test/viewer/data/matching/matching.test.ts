import { describe, expect, it } from 'vitest';
import type { Labels } from '../../../../viewer/data/columns/labels';
import { changesOf, sortedMatches, summaryOfChanges } from '../../../../viewer/data/matching/changes';
import { matchingKeys } from '../../../../viewer/data/matching/keys';
import { matchGroups } from '../../../../viewer/data/matching/matches';

/** A file: a list of groups, each a list of its trajectories' labels by key. */
function file(groups: readonly (readonly Readonly<Record<string, string>>[])[]) {
  const all = groups.flat();
  const starts = Int32Array.of(0, ...groups.map((_, i) => groups.slice(0, i + 1).flat().length));
  const groupOf = Int32Array.from(groups.flatMap((group, i) => group.map(() => i)));
  const layout = { groups: groups.length, trajectories: all.length, starts, groupOf };
  const names = new Set(all.flatMap((labels) => Object.keys(labels)));
  const labels = new Map([...names].map((name) => [name, columnOf(all.map((one) => one[name] ?? null))]));
  return { layout, labels };
}

function columnOf(values: readonly (string | null)[]): Labels {
  const texts = [...new Set(values.filter((value) => value !== null))];
  const codes = new Map(texts.map((text, code) => [text, code]));
  const coded = Int32Array.from(values, (value) => (value === null ? -1 : codes.get(value)!));
  return { texts, values: coded, known: { texts, codes } };
}

/** Groups with one value of a key each, of `size` trajectories; `-` for no value. */
const keyed = (key: string, values: string, size = 1) =>
  file(
    values
      .split(' ')
      .map((value) => Array.from({ length: size }, () => (value === '-' ? {} : { [key]: value }))),
  );

const told = ({ matches, unmatched }: ReturnType<typeof matchGroups>) => ({
  matches: matches.map(({ label, own, other }) => `${label}: ${own} | ${other}`),
  own: unmatched.own,
  other: unmatched.other,
});

describe('Groups of two files match', () => {
  it('by a key, in any order', () => {
    expect(told(matchGroups(keyed('task_id', 'a b c', 2), keyed('task_id', 'c x a'), 'task_id'))).toEqual({
      matches: ['a: 0 | 2', 'c: 2 | 0'],
      own: [1],
      other: [1],
    });
  });

  it('together if they have the same key', () => {
    expect(told(matchGroups(keyed('id', 'a b a'), keyed('id', 'b a b'), 'id')).matches).toEqual([
      'a: 0,2 | 1',
      'b: 1 | 0,2',
    ]);
  });

  it('not without a value of the key, or with several', () => {
    const own = file([[{ id: 'a' }, {}], [{ id: 'b' }, { id: 'c' }], [{}], []]);
    const found = matchGroups(own, keyed('id', 'a b c -'), 'id');
    expect(told(found)).toEqual({ matches: ['a: 0 | 0'], own: [1, 2, 3], other: [1, 2, 3] });
    expect([...found.of.own]).toEqual([0, -1, -1, -1]);
  });

  it('by their index', () => {
    const found = matchGroups(keyed('id', 'a b c'), keyed('id', 'x y'), null);
    expect(told(found)).toEqual({ matches: ['null: 0 | 0', 'null: 1 | 1'], own: [2], other: [] });
  });

  it('not at all by a key that a file lacks', () => {
    const found = matchGroups(keyed('id', 'a b'), keyed('other', 'a b'), 'id');
    expect(told(found)).toEqual({ matches: [], own: [0, 1], other: [0, 1] });
  });
});

describe('The keys to match by', () => {
  const keys = (own: Parameters<typeof matchingKeys>[0], other: Parameters<typeof matchingKeys>[1]) =>
    matchingKeys(own, other).map(({ name, matches }) => `${name} ${matches}`);

  it('are known names first, then those that match most', () => {
    const groups = (names: readonly string[]) =>
      file(names.map((name, i) => [{ seed: name, task_id: i < 2 ? name : `${name}x`, few: name[0]! }]));
    expect(keys(groups(['a1', 'a2', 'b1']), groups(['a1', 'a2', 'b1']))).toEqual([
      'task_id 3',
      'seed 3',
      'few 2',
    ]);
    expect(keys(keyed('seed', '1 2 3'), keyed('seed', '2 3 4'))).toEqual(['seed 2']);
  });

  it('tell groups apart: not one value for all, and none that differs within groups', () => {
    const groups = file(
      [0, 1, 2].map((i) => ['0', '1'].map((trial) => ({ trial, domain: 'air', id: `${i}` }))),
    );
    expect(keys(groups, groups)).toEqual(['id 3']);
    expect(keys(keyed('id', 'a'), keyed('id', 'a'))).toEqual(['id 1']);
  });

  it('are told by one task that is in both files, such as one that ran again', () => {
    expect(keys(keyed('task_id', 'a b c'), keyed('task_id', 'c'))).toEqual(['task_id 1']);
    expect(keys(keyed('task_id', 'a b'), keyed('task_id', 'b c'))).toEqual(['task_id 1']);
    expect(keys(keyed('domain', 'air air'), keyed('domain', 'air'))).toEqual([]);
  });

  it('are not true or false, which many tasks share', () => {
    const solved = keyed('solved', 'true false true');
    expect(keys(solved, solved)).toEqual([]);
  });

  it('are none if no value is in both files', () => {
    expect(keys(keyed('id', 'a b'), keyed('id', 'c d'))).toEqual([]);
  });
});

describe('The change of a match', () => {
  const changes = (own: readonly number[], other: readonly number[], isSwapped = false) => {
    const [mine, theirs] = [own, other].map((values) => keyed('id', values.map((_, i) => i).join(' ')));
    const matching = matchGroups(mine!, theirs!, null);
    return changesOf(matching, mine!.layout, own, theirs!.layout, other, isSwapped);
  };

  it('is from the own file to the other, or the other way round', () => {
    expect([...changes([0, 1], [1, 0.5]).change]).toEqual([1, -0.5]);
    expect([...changes([0, 1], [1, 0.5], true).change]).toEqual([-1, 0.5]);
  });

  it('is of the means of those that have a value', () => {
    const own = keyed('id', 'a b', 2);
    const matching = matchGroups(own, own, 'id');
    const { layout } = own;
    const found = changesOf(matching, layout, [NaN, 1, NaN, NaN], layout, [0, 1, 1, 1], false);
    expect([...found.before]).toEqual([1, NaN]);
    expect([...found.change]).toEqual([-0.5, NaN]);
  });

  it('is nothing if it is a rounding error', () => {
    expect([...changes([0.1 + 0.2], [0.3]).change]).toEqual([0]);
    // The means of three and of eight equal values.
    const [few, many] = [keyed('id', 'a', 3), keyed('id', 'a', 8)];
    const values = Array<number>(8).fill(1716000000.123);
    const matching = matchGroups(few, many, 'id');
    expect([...changesOf(matching, few.layout, values, many.layout, values, false).change]).toEqual([0]);
  });

  it('starts from a mean of 0 around it, whatever the rounding', () => {
    const own = keyed('id', 'a', 3);
    const rewards = [0.1, 0.2, -0.3];
    const found = changesOf(matchGroups(own, own, 'id'), own.layout, rewards, own.layout, rewards, false);
    expect([...found.before]).toEqual([0]);
    expect(summaryOfChanges(changes([0.1, 0.2, -0.3], [1, 1, 1])).before).toBe(0);
  });

  it('sorts the worst first, or the best; without a value last', () => {
    const found = changes([0, 1, NaN, 0, 0], [1, 0, 1, 0, NaN]);
    expect([...sortedMatches(found, false)]).toEqual([1, 3, 0, 2, 4]);
    expect([...sortedMatches(found, true)]).toEqual([0, 3, 1, 2, 4]);
  });

  it('is summed up over the matches that have one', () => {
    expect(summaryOfChanges(changes([0, 1, NaN, 0, 0.5], [1, 0.5, 1, 0, 1]))).toEqual({
      ...{ before: 0.375, after: 0.625, change: 0.25 },
      ...{ better: 2, worse: 1, equal: 1, unknown: 1 },
    });
    expect(summaryOfChanges(changes([NaN], [1]))).toMatchObject({ change: NaN, unknown: 1 });
  });
});
