import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChange, noColumns } from '../../../viewer/data/columns/columns';
import { type Filters, noFilters, type Trait } from '../../../viewer/data/filtering/filters';
import { firstSettings } from '../../../viewer/data/settings';
import type { SortKey } from '../../../viewer/data/sorting';
import { listRows } from '../../../viewer/state/selectors';
import { inputs } from '../../budget';
import { type MadeGroups, madeGroups, whole } from './changes';

/** The visible list as text. */
function shown(
  groups: MadeGroups,
  { filters = {}, by = 'document', isDescending = false, isFlat = false, unfolded = [] }: Shown = {},
) {
  const columns = applyChange(noColumns, whole(groups));
  const settings = {
    ...firstSettings,
    filters: { ...noFilters, ...filters },
    order: { by, isDescending },
    isFlat,
  };
  const { rows, selection } = listRows(columns, settings, new Set(unfolded));
  const list = Array.from({ length: rows.count }, (_, i) => rows.at(i));
  return { rows, selection, list, columns };
}

interface Shown {
  readonly filters?: Partial<Filters>;
  readonly by?: SortKey;
  readonly isDescending?: boolean;
  readonly isFlat?: boolean;
  readonly unfolded?: readonly number[];
}

const item = { reward: 0, messages: 1, number: Number.NaN, label: null, tools: [] };
const reward = (value: number) => ({ ...item, reward: value });
const three: MadeGroups = [
  [reward(0), reward(1)],
  [reward(1), reward(1), reward(1)],
  [
    { ...reward(0), label: 'airline 12', tools: ['book'] },
    { ...reward(-1), label: 'airline 2' },
  ],
];

const names = (list: ReturnType<typeof shown>['list']) =>
  list.map((row) => (row.kind === 'group' ? `group ${row.group}` : row.trajectory));

describe('The list', () => {
  it('shows groups, and the trajectories of unfolded groups', () => {
    expect(names(shown(three, { unfolded: [1] }).list)).toEqual(['group 0', 'group 1', 2, 3, 4, 'group 2']);
  });

  it('has what passes, also if its value misses the threshold by rounding only', () => {
    const groups = [[reward(0.7 + 0.2 + 0.1), reward(1), reward(0.999)]];
    const ranges = [{ measure: 'reward', from: 1, to: Number.MAX_VALUE }] as const;
    expect([...shown(groups, { filters: { ranges } }).selection.passed]).toEqual([1, 1, 0]);
  });

  it('keeps whole numbers apart, however large', () => {
    const time = Date.UTC(2026, 4, 1);
    const ranges = [{ measure: 'reward', from: time, to: time }] as const;
    const groups = [[reward(time - 1), reward(time), reward(time + 1)]];
    expect([...shown(groups, { filters: { ranges } }).selection.passed]).toEqual([0, 1, 0]);
  });

  it('shows empty groups only if nothing is filtered', () => {
    const groups = [[], [reward(1)], []];
    expect(names(shown([...groups, three[0]!]).list)).toEqual(['group 0', 'group 1', 'group 2', 'group 3']);
    expect(names(shown([...groups, three[0]!], { filters: { traits: ['withSpread'] } }).list)).toEqual([
      'group 3',
    ]);
  });

  it('sorts groups by their mean and trajectories in them by their value', () => {
    const { list } = shown(three, { by: 'reward', isDescending: true, unfolded: [2] });
    expect(names(list)).toEqual(['group 1', 'group 0', 'group 2', 5, 6]);
  });

  it('sorts labels in natural order, with missing labels last', () => {
    expect(names(shown(three, { by: 'label:task', isFlat: true }).list)).toEqual([6, 5, 0, 1, 2, 3, 4]);
  });

  it.each<[string, Partial<Filters>, number[]]>([
    ['the text of a label', { text: 'LINE 1' }, [5]],
    ['a tool', { tool: 'book' }, [5]],
    ['a value', { ranges: [{ measure: 'reward', from: 1, to: 1 }] }, [1, 2, 3, 4]],
    ['groups without spread', { traits: ['withoutSpread'] }, [2, 3, 4]],
    ['groups with spread', { traits: ['withSpread'] }, [0, 1, 5, 6]],
    ['several filters', { traits: ['withSpread'], ranges: [{ measure: 'reward', from: 0, to: 0 }] }, [0, 5]],
    ['a tool that does not exist', { tool: 'walk' }, []],
  ])('filters by %s', (_, filters, expected) => {
    expect(names(shown(three, { filters, isFlat: true }).list)).toEqual(expected);
  });

  it('takes a missing value neither for a spread nor for its absence', () => {
    const groups = [
      [reward(1), reward(NaN)],
      [reward(NaN)],
      [reward(1)],
      [reward(0), reward(NaN), reward(1)],
    ];
    const left = (trait: Trait) => names(shown(groups, { filters: { traits: [trait] }, isFlat: true }).list);
    expect(left('unknownSpread')).toEqual([0, 1, 2]);
    expect(left('withoutSpread')).toEqual([3]);
    expect(left('withSpread')).toEqual([4, 5, 6]);
  });

  it('applies a filter by reward to the reward, even if another value is displayed', () => {
    const columns = applyChange(
      noColumns,
      whole([
        [
          { ...item, reward: 1, number: 3 },
          { ...item, number: 1 },
        ],
      ]),
    );
    const filters: Filters = { ...noFilters, ranges: [{ measure: 'reward', from: 1, to: 1 }] };
    const settings = { ...firstSettings, value: 'number:metrics.x' as const, filters };
    expect(listRows(columns, settings, new Set()).selection.trajectories).toBe(1);
  });

  it('finds the row of everything that it shows, whatever the order, the filters and the folds', () => {
    const orders = fc.constantFrom<SortKey>('document', 'reward', 'messages', 'spread', 'label:task');
    const unfolded = fc.uniqueArray(fc.nat(7));
    const least = fc.constantFrom(-10, 0, 1);
    fc.assert(
      fc.property(
        madeGroups,
        orders,
        fc.boolean(),
        fc.boolean(),
        unfolded,
        least,
        (groups, by, isDescending, isFlat, open, from) => {
          const ranges = from === -10 ? [] : [{ measure: 'reward' as const, from, to: 10 }];
          const { rows, list, columns, selection } = shown(groups, {
            by,
            isDescending,
            isFlat,
            unfolded: open,
            filters: { ranges },
          });
          for (const [i, row] of list.entries()) {
            if (row.kind === 'trajectory') {
              expect(rows.rowOf(row.trajectory)).toBe(i);
              expect(selection.passed[row.trajectory]).toBe(1);
            } else expect(rows.groupRow(row.group)).toBe(i);
          }
          // From first to last and back: each passing trajectory once.
          const walked: number[] = [];
          for (
            let at = rows.step(-1, 1);
            at !== null && walked.length <= columns.trajectories;
            at = rows.step(at, 1)
          )
            walked.push(at);
          expect(walked.length).toBe(selection.trajectories);
          expect(new Set(walked).size).toBe(walked.length);
          const back: number[] = [];
          for (let at: number | null = walked.at(-1) ?? null; at !== null; at = rows.step(at, -1))
            back.push(at);
          expect(back.reverse()).toEqual(walked);
          const hidden = selection.passed.indexOf(0);
          if (hidden >= 0 && walked.length > 0)
            for (const by of [1, -1] as const) expect(walked).toContain(rows.step(hidden, by));
        },
      ),
      inputs(300),
    );
  });
});
