import type { Columns } from './columns/columns';
import { memoizeLast } from './memoizeLast';

/**
 * A measure: one of ours, or a document-defined number with the prefix `number:`, so that names in documents cannot
 * collide with ours.
 */
export type Measure =
  | 'reward'
  | 'advantage'
  | 'messages'
  | 'characters'
  | 'problems'
  | 'unanswered'
  | 'cutOff'
  | 'startTime'
  | 'spread'
  | 'mean'
  | `number:${string}`;

/** A column of the list: a measure, or a document-defined label with the prefix `label:`. */
export type ColumnKey = Measure | `label:${string}`;

/** Returns the values of a measure, one per trajectory. */
export type Measured = (measure: Measure) => ArrayLike<number>;

const prefix = 'number:';
const labelPrefix = 'label:';

export function isNumberColumn(measure: string): measure is `number:${string}` {
  return measure.startsWith(prefix);
}

export function isLabelKey(key: string): key is `label:${string}` {
  return key.startsWith(labelPrefix);
}

export function labelOfKey(key: `label:${string}`): string {
  return key.slice(labelPrefix.length);
}

/** Whether a restored text is a column. */
export function isColumnKey(key: string): key is ColumnKey {
  return isMeasure(key) || isLabelKey(key);
}

export function isMeasure(key: string): key is Measure {
  return isNumberColumn(key) || Object.hasOwn(titles, key);
}

const own: readonly Measure[] = [
  ...(['reward', 'spread', 'advantage', 'messages', 'characters', 'problems'] as const),
  ...(['unanswered', 'cutOff', 'startTime'] as const),
];

/** Columns for sorting and filtering. */
export function columnKeys(columns: Columns): ColumnKey[] {
  return [...own, ...keysOf(columns).values()];
}

type Named = Pick<Columns, 'numbers' | 'labels' | 'booleans'>;

function keysOf({ numbers, labels, booleans }: Named): ReadonlyMap<string, ColumnKey> {
  return documentKeys(numbers, labels, booleans);
}

/** Keys of document-defined columns, by name. Integers in metadata are both numbers and labels, but one column. */
const documentKeys = memoizeLast(
  (numbers: Named['numbers'], labels: Named['labels'], booleans: Named['booleans']) => {
    const keys = new Map<string, ColumnKey>();
    for (const name of [...numbers.keys(), ...labels.keys()]) {
      const isLabel = isRatherLabel({ numbers, labels, booleans }, name);
      keys.set(name, isLabel ? `label:${name}` : `number:${name}`);
    }
    return keys;
  },
);

/**
 * Treats integers as labels, because in metadata most of them identify items, as strings do. Booleans and fractions are
 * numbers.
 */
function isRatherLabel({ numbers, labels, booleans }: Named, name: string): boolean {
  const label = labels.get(name)?.values;
  const number = numbers.get(name);
  if (label === undefined || number === undefined) return label !== undefined;
  return !booleans.has(name) && number.every((value, i) => Number.isNaN(value) || label[i]! >= 0);
}

/** The key that lists of columns use for a column. */
export function listedKey(columns: Columns, key: ColumnKey): ColumnKey {
  const name = isLabelKey(key) ? labelOfKey(key) : isNumberColumn(key) ? key.slice(prefix.length) : null;
  return name === null ? key : (keysOf(columns).get(name) ?? key);
}

/** Whether a measure's values are booleans. */
export function isBoolean({ booleans }: Columns, measure: ColumnKey): boolean {
  return isNumberColumn(measure) && booleans.has(measure.slice(prefix.length));
}

/** Measures that can replace the reward. */
export function valueMeasures(columns: Columns): Measure[] {
  return ['reward', ...[...columns.numbers.keys()].map((name): Measure => `number:${name}`)];
}

/** The values of a measure that replaces the reward; all NaN if the document has no such column. */
export function valuesOf(columns: Columns, measure: Measure): Float64Array {
  if (measure === 'reward') return columns.reward;
  const values = columns.numbers.get(measure.slice(prefix.length));
  return values ?? new Float64Array(columns.trajectories).fill(Number.NaN);
}

const titles: Readonly<Record<string, string>> = {
  reward: 'reward',
  advantage: 'advantage',
  messages: 'messages',
  characters: 'characters',
  problems: 'problems',
  unanswered: 'calls without a result',
  cutOff: 'cut off',
  startTime: 'start time',
  spread: 'spread',
  mean: 'mean',
};

/** The title of a column; for a document-defined one, its name. */
export function titleOf(key: ColumnKey): string {
  if (isLabelKey(key)) return labelOfKey(key);
  return isNumberColumn(key) ? key.slice(prefix.length) : titles[key]!;
}
