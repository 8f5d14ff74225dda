import type { Work } from '../work';

/** Numbers sorted at once. */
const runLength = 2000;

type Compare = (a: number, b: number) => number;

/**
 * The numbers from 0 up to a count, sorted: the indices of that many items, of which there may be millions. Equal ones
 * stay in order. Sorts short runs, then merges them.
 */
export function* sortIndices(count: number, compare: Compare): Work<Int32Array> {
  let sorted = new Int32Array(count);
  for (let from = 0; from < count; from += runLength) {
    const run = sorted.subarray(from, from + runLength);
    for (let i = 0; i < run.length; i++) run[i] = from + i;
    run.sort((a, b) => compare(a, b) || a - b);
    yield;
  }
  let merged = new Int32Array(runLength < count ? count : 0);
  for (let length = runLength; length < count; length *= 2) {
    for (let from = 0; from < count; from += 2 * length) {
      const middle = Math.min(from + length, count);
      const to = Math.min(middle + length, count);
      yield* mergeRuns(sorted, merged, { from, middle, to, compare });
    }
    [sorted, merged] = [merged, sorted];
  }
  return sorted;
}

/** Merges two runs of `sorted`, up to `middle` and behind it, into the same place of `merged`. */
function* mergeRuns(
  sorted: Int32Array,
  merged: Int32Array,
  { from, middle, to, compare }: { from: number; middle: number; to: number; compare: Compare },
): Work<void> {
  let [i, k] = [from, middle];
  for (let at = from; at < to; at++) {
    const isFirst = k === to || (i < middle && compare(sorted[i]!, sorted[k]!) <= 0);
    merged[at] = isFirst ? sorted[i++]! : sorted[k++]!;
    if (at % runLength === 0) yield;
  }
}
