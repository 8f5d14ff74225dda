import type { Work } from '../../work';
import type { Rows } from './rows';

/** The columns that are given of a collection, in the order in which they first stand in the document. */
export interface Columns {
  readonly numbers: readonly string[];
  readonly labels: readonly string[];
  /** Those of the numbers that are `true` or `false` wherever they stand. */
  readonly booleans: readonly string[];
  /** How many others there are, as far as they were counted. */
  readonly leftOut: number;
}

/** Columns of each kind that are given, and names that are counted. */
const maxColumns = 40;
const maxNames = 2000;
/** Lists of names that are gone through between two breaks. */
const yieldEvery = 1000;

/** Chooses the columns of a collection: those that come first. */
export function* columnsOf(all: readonly Rows[]): Work<Columns> {
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

/** Whether rows that were given with some columns can stay beside rows with others. */
export function agree(a: Columns, b: Columns): boolean {
  if (a.leftOut === 0 && b.leftOut === 0) return true;
  return isSame(a.numbers, b.numbers) && isSame(a.labels, b.labels);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, i) => name === b[i]);
}
