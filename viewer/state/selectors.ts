import type { Columns, Layout } from '../data/columns/columns';
import { distinguishingLabels } from '../data/distinguishingLabels';
import { type Filters, isFiltering, leftInGroups, passing } from '../data/filtering/filters';
import { type GroupStatistics, groupStatistics } from '../data/groupStatistics';
import { histogramOf } from '../data/histogram';
import { isBoolean, isNumberColumn, type Measure, type Measured, valuesOf } from '../data/measures';
import { memoizeLast } from '../data/memoizeLast';
import { passesOf } from '../data/passAtK';
import { reaches } from '../data/rounding';
import { flatRows, groupedRows, type RowOptions, sortedGroups } from '../data/rows';
import type { Settings } from '../data/settings';
import { type Order, sortNumbers } from '../data/sorting';
import { countAbove, type GroupSpreads, signalOf, spreadOf, sumOf } from '../data/statistics';
import { short, truth } from '../format/numbers';

/** Data derived from columns and settings, computed lazily and cached until they change. */

const values = memoizeLast((columns: Columns, measure: Measure) => valuesOf(columns, measure));

interface How {
  readonly measure: Measure;
  readonly isScaled: boolean;
  readonly says: (value: number) => string;
}

const how = memoizeLast(
  (measure: Measure, isScaled: boolean, says: How['says']): How => ({ measure, isScaled, says }),
);

/** Formats values of a measure; booleans as in the document. */
export function saying(columns: Columns, measure: Measure): (value: number) => string {
  return isBoolean(columns, measure) ? truth : short;
}

let lastStatistics: GroupStatistics | null = null;

/** Statistics for charts, list and filters. */
const summary = memoizeLast((layout: Layout, all: Float64Array, { measure, isScaled, says }: How) => {
  const spread = spreadOf(all);
  lastStatistics = groupStatistics(layout, all, { isScaled, before: lastStatistics });
  const { groups, advantages } = lastStatistics;
  return {
    measure,
    /** Formats a value. */
    says,
    values: all,
    spread,
    groups,
    signal: signalOf(layout, groups),
    advantages,
  };
});

export const barsOf = memoizeLast(({ values, spread }: Summary) => histogramOf(values, spread));

export type Summary = ReturnType<typeof summary>;

export function summaryOf(columns: Columns, { value, isScaled }: Settings): Summary {
  return summary(columns.layout, values(columns, value), how(value, isScaled, saying(columns, value)));
}

const messagesIn = memoizeLast(sumOf);
/** Each trajectory is its own group, so groups carry no information. */
const isSingle = memoizeLast(
  ({ groups, trajectories, groupOf }: Layout) =>
    groups === trajectories && groupOf.every((group, i) => group === i),
);
const [unansweredIn, cutOffIn, problemsIn] = [0, 1, 2].map(() =>
  memoizeLast((values: Int32Array) => countAbove(values, 0)),
) as [Count, Count, Count];
type Count = (values: Int32Array) => number;

/** Each is computed again only if its column has changed. */
export function totals({ layout, messages, unanswered, cutOff, problems }: Columns) {
  return {
    messages: messagesIn(messages),
    isSingle: isSingle(layout),
    /** Trajectories with at least one. */
    unanswered: unansweredIn(unanswered),
    cutOff: cutOffIn(cutOff),
    problems: problemsIn(problems),
  };
}

export const passes = memoizeLast(passesOf);

/**
 * The threshold to pass. Default: 1 if that is the highest value, or misses it only by rounding, else the middle of the
 * range. Equal values do not tell what passes: below 1 none of them does, and above 1 it is not known (null).
 */
export function thresholdOf(
  { threshold }: Pick<Settings, 'threshold'>,
  { spread }: Pick<Summary, 'spread'>,
): number | null {
  const { count, lowest, highest } = spread;
  if (threshold !== null) return threshold;
  if (count === 0 || (highest <= 1 && reaches(highest, 1))) return 1;
  if (lowest === highest) return highest < 1 ? 1 : null;
  return roundedBetween(lowest, highest);
}

/** The middle of a range, in as few digits as keep it above the lowest value and not above the highest. */
function roundedBetween(lowest: number, highest: number): number {
  const middle = lowest / 2 + highest / 2;
  for (let digits = 2; digits < 17; digits++) {
    const rounded = Number(middle.toPrecision(digits));
    if (lowest < rounded && rounded <= highest) return rounded;
  }
  return highest;
}

/** The groups with values, widest spread first, then by mean; last those whose spread is not known. */
export const groupsBySpread = memoizeLast(({ count, deviation, mean }: GroupSpreads): Int32Array => {
  const groups = Int32Array.from(count.keys()).filter((group) => count[group]! > 0);
  const spread = (group: number) => (Number.isNaN(deviation[group]!) ? -1 : deviation[group]!);
  return groups.sort((a, b) => spread(b) - spread(a) || mean[b]! - mean[a]! || a - b);
});

export const telling = memoizeLast(distinguishingLabels);

/** The label columns in the list. */
export function shownLabels(columns: Columns, { labels }: Settings): readonly string[] {
  const shown = labels ?? telling(columns.layout, columns.labels);
  return shown.filter((name) => columns.labels.has(name));
}

const toMembers = (groupOf: Int32Array, numbers: Float64Array) =>
  Float64Array.from(groupOf, (group) => numbers[group]!);
const spreads = memoizeLast(toMembers);
const means = memoizeLast(toMembers);

/** Returns the values of a measure, one per trajectory: the same object until they change. */
export function measuredBy(columns: Columns, { advantages, groups }: Summary): Measured {
  return (measure) => {
    if (isNumberColumn(measure)) return valuesOf(columns, measure);
    if (measure === 'advantage') return advantages;
    if (measure === 'spread') return spreads(columns.groupOf, groups.deviation);
    return measure === 'mean' ? means(columns.groupOf, groups.mean) : columns[measure];
  };
}

let before: { readonly passed: Uint8Array; readonly layout: Layout; readonly selection: Selection } | null =
  null;

const filtered = memoizeLast((columns: Columns, found: Summary, filters: Filters): Selection => {
  const { layout } = columns;
  const passed = passing(columns, filters, measuredBy(columns, found));
  if (before?.layout === layout && passed.every((passes, i) => before!.passed[i] === passes)) {
    return before.selection;
  }
  const selection = selectionOf(columns, passed);
  before = { passed, layout, selection };
  return selection;
});

const everything = memoizeLast((layout: Layout) =>
  selectionOf(layout, new Uint8Array(layout.trajectories).fill(1)),
);

/** The items that pass the filters: the same object until they change. */
export function mask(columns: Columns, found: Summary, filters: Filters): Selection {
  return isFiltering(filters) || columns.hits !== null
    ? filtered(columns, found, filters)
    : everything(columns.layout);
}

function selectionOf(layout: Layout, passed: Uint8Array): Selection {
  const left = leftInGroups(layout, passed);
  const groups = left.filter((count) => count > 0).length;
  return { passed, left, trajectories: countOf(passed), groups };
}

export interface Selection {
  /** 1 or 0 for each trajectory. */
  readonly passed: Uint8Array;
  /** Number of passing trajectories per group. */
  readonly left: Int32Array;
  readonly trajectories: number;
  readonly groups: number;
}

const numbersOf = memoizeLast((columns: Columns, found: Summary, order: Order) =>
  sortNumbers(columns, order, measuredBy(columns, found)),
);

const optionsOf = memoizeLast(
  (
    selection: Selection,
    numbers: ArrayLike<number> | null,
    order: Order,
    showsEmpty: boolean,
  ): RowOptions => ({
    mask: selection.passed,
    left: selection.left,
    order,
    numbers,
    showsEmpty,
  }),
);

// Sorting is the slowest step, so it does not depend on folding.
const flat = memoizeLast(flatRows);
const groupsInOrder = memoizeLast(sortedGroups);
const grouped = memoizeLast(groupedRows);

/** The rows of the list, with the statistics and the selection they are based on. */
export function listRows(columns: Columns, settings: Settings, unfolded: ReadonlySet<number>) {
  const found = summaryOf(columns, settings);
  const selection = mask(columns, found, settings.filters);
  const isFlat = settings.isFlat || totals(columns).isSingle;
  const numbers = numbersOf(columns, found, settings.order);
  const options = optionsOf(
    selection,
    numbers,
    settings.order,
    !isFiltering(settings.filters) && columns.hits === null,
  );
  const rows = isFlat
    ? flat(columns.layout, options)
    : grouped(columns.layout, options, groupsInOrder(columns.layout, options), unfolded);
  return { found, selection, rows };
}

function countOf(mask: Uint8Array): number {
  let count = 0;
  for (const passes of mask) count += passes;
  return count;
}
