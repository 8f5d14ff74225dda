import type { Work } from '../work';

/** Items sorted at once. */
const runLength = 2000;

/** Sorts a list of any length, stably: sorts short runs, then merges them. */
export function* sortInSlices<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Work<Item[]> {
  let runs: Item[][] = [];
  for (let from = 0; from === 0 || from < items.length; from += runLength) {
    runs.push(items.slice(from, from + runLength).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let i = 0; i < runs.length; i += 2) {
      const [a, b = []] = [runs[i]!, runs[i + 1]];
      merged.push(yield* mergedRuns(a, b, compare));
    }
    runs = merged;
  }
  return runs[0]!;
}

function* mergedRuns<Item>(
  a: readonly Item[],
  b: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Work<Item[]> {
  const merged: Item[] = [];
  let [i, k] = [0, 0];
  while (i < a.length || k < b.length) {
    const isFirst = k === b.length || (i < a.length && compare(a[i]!, b[k]!) <= 0);
    if (merged.push(isFirst ? a[i++]! : b[k++]!) % runLength === 0) yield;
  }
  return merged;
}
