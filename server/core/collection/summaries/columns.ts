import { runToEnd, type Work } from '../../work';
import type { ColumnNames, Rows } from './rows';

/** The columns shown of a collection, in the order of their first occurrence in the document. */
export interface Columns {
  readonly numbers: readonly string[];
  readonly labels: readonly string[];
  /** Those of `numbers` that are always `true` or `false`. */
  readonly booleans: readonly string[];
  /** Number of other columns, as far as they were counted. */
  readonly leftOut: number;
}

/** Maximum columns of each kind, and maximum names counted. */
const maxColumns = 40;
const maxNames = 2000;
/** Lists of names visited between two yields. */
const yieldEvery = 1000;

/** Chooses the columns of a collection: the first ones. */
export function* columnsOf(all: readonly Pick<Rows, 'names'>[]): Work<Columns> {
  const numbers = new Set<string>();
  const labels = new Set<string>();
  const plain = new Set<string>();
  const seen = new Set<object>();
  for (const { names } of all) {
    if (seen.has(names)) continue;
    addNames(numbers, names.numbers);
    addNames(labels, names.labels);
    addNames(plain, names.plain);
    if (seen.add(names).size % yieldEvery === 0) yield;
  }
  const [shownNumbers, shownLabels] = [[...numbers].slice(0, maxColumns), [...labels].slice(0, maxColumns)];
  const leftOut = numbers.size - shownNumbers.length + labels.size - shownLabels.length;
  const booleans = shownNumbers.filter((name) => !plain.has(name));
  return { numbers: shownNumbers, labels: shownLabels, booleans, leftOut };
}

function addNames(names: Set<string>, some: readonly string[]): void {
  for (const name of some) if (names.size < maxNames) names.add(name);
}

/** The names of the columns that views show. */
export function shownColumns(all: readonly Pick<Rows, 'names'>[]): ColumnNames {
  const { numbers, labels } = runToEnd(columnsOf(all));
  return { numbers, labels, plain: [] };
}

/** Without the values of columns that no view shows: a text may name any number of them. */
export function withColumns(rows: Rows, { numbers, labels }: ColumnNames): Rows {
  return {
    ...rows,
    numbers: rows.numbers.filter(({ name }) => numbers.includes(name)),
    labels: rows.labels.filter(({ name }) => labels.includes(name)),
  };
}

/** Whether rows sent with columns `a` can stay beside rows with columns `b`. */
export function agree(a: Columns, b: Columns): boolean {
  if (a.leftOut === 0 && b.leftOut === 0) return true;
  return isSame(a.numbers, b.numbers) && isSame(a.labels, b.labels);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, i) => name === b[i]);
}
