import type { Columns, Layout } from './columns/columns';
import { type ColumnKey, isLabelKey, labelOfKey, type Measured } from './measures';
import { memoizeLast } from './memoizeLast';

/** Sort key: document order, or a column. */
export type SortKey = 'document' | ColumnKey;

export interface Order {
  readonly by: SortKey;
  readonly isDescending: boolean;
}

export const documentOrder: Order = { by: 'document', isDescending: false };

/** The numbers to sort trajectories by; null for document order. */
export function sortNumbers(columns: Columns, { by }: Order, measured: Measured): ArrayLike<number> | null {
  if (by === 'document') return null;
  if (!isLabelKey(by)) return measured(by);
  const labels = columns.labels.get(labelOfKey(by));
  if (labels === undefined) return null;
  const numbers = columns.numbers.get(labelOfKey(by));
  const areNumbers = numbers?.every((value, i) => labels.values[i]! < 0 || !Number.isNaN(value));
  return areNumbers ? numbers! : ranksOf(labels.texts, labels.values);
}

/** Sorts labels alphabetically, with embedded numbers by value. */
export const collator = new Intl.Collator('en', { numeric: true });

/** The rank of each trajectory's label in that order. */
const ranksOf = memoizeLast((texts: readonly string[], values: Int32Array): Float64Array => {
  const sorted = texts.map((_, code) => code).sort((a, b) => collator.compare(texts[a]!, texts[b]!));
  const ranks = new Float64Array(texts.length);
  for (let place = 0; place < sorted.length; place++) ranks[sorted[place]!] = place;
  return Float64Array.from(values, (code) => (code < 0 ? Number.NaN : ranks[code]!));
});

/**
 * The sort number of each group: the mean of its trajectories, but the minimum for start times and labels, and the sum
 * for counts (problems, …). The mean of advantages is 0 but for its rounding errors.
 */
export function groupNumbers(layout: Layout, { by }: Order, numbers: ArrayLike<number>): Float64Array {
  const { groups, starts } = layout;
  const isSum = by === 'problems' || by === 'unanswered' || by === 'cutOff';
  const isLeast = by === 'startTime' || isLabelKey(by);
  const result = new Float64Array(groups);
  for (let group = 0; group < groups; group++) {
    let count = 0;
    let sum = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let i = starts[group]!; i < starts[group + 1]!; i++) {
      const value = numbers[i]!;
      if (Number.isNaN(value)) continue;
      count++;
      sum += value;
      if (value < least) least = value;
    }
    const mean = by === 'advantage' ? 0 : sum / count;
    result[group] = count === 0 ? Number.NaN : isSum ? sum : isLeast ? least : mean;
  }
  return result;
}

/** Sorts items by number, in place. Items without a number come last, equal ones in document order. */
export function sortItems(items: Int32Array, numbers: ArrayLike<number>, isDescending: boolean): Int32Array {
  const sign = isDescending ? -1 : 1;
  return items.sort((a, b) => {
    const x = numbers[a]!;
    const y = numbers[b]!;
    if (x < y) return -sign;
    if (x > y) return sign;
    if (x === y) return a - b;
    return Number(Number.isNaN(x)) - Number(Number.isNaN(y)) || a - b;
  });
}
