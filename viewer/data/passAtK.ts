import type { Layout } from './columns/columns';
import { reaches } from './rounding';

/** pass@k over all groups with at least k values. */
export interface PassAtK {
  readonly k: number;
  readonly estimate: number;
  readonly groups: number;
}

/**
 * Unbiased estimate of the probability that at least one of k attempts passes, given n attempts of which c passed: 1 −
 * C(n − c, k) / C(n, k) (Chen et al., 2021). Computed as a product, because the binomials overflow.
 */
export function passAtK(n: number, c: number, k: number): number {
  if (n - c < k) return 1;
  let allFail = 1;
  for (let i = n - c + 1; i <= n; i++) allFail *= 1 - k / i;
  return 1 - allFail;
}

/** Estimates for k = 1, 2, 4, … and the size of the largest group. A value of at least `threshold` passes. */
export function passesOf(layout: Layout, values: Float64Array, threshold: number): PassAtK[] {
  const counts = countsOf(layout, values, threshold);
  const largest = counts.reduce((most, { n }) => Math.max(most, n), 0);
  const ks: number[] = [];
  for (let k = 1; k < largest && k <= 512; k *= 2) ks.push(k);
  if (largest > 0 && largest <= 1024) ks.push(largest);
  return ks.map((k) => {
    const fitting = counts.filter(({ n }) => n >= k);
    const groups = fitting.reduce((sum, { times }) => sum + times, 0);
    const sum = fitting.reduce((total, { n, c, times }) => total + times * passAtK(n, c, k), 0);
    return { k, estimate: sum / groups, groups };
  });
}

/** Counts groups by (n values, c passed): few distinct pairs, however many groups. */
function countsOf({ groups, starts }: Layout, values: Float64Array, threshold: number) {
  const counts = new Map<string, { n: number; c: number; times: number }>();
  for (let group = 0; group < groups; group++) {
    let n = 0;
    let c = 0;
    for (let i = starts[group]!; i < starts[group + 1]!; i++) {
      if (Number.isNaN(values[i]!)) continue;
      n++;
      if (reaches(values[i]!, threshold)) c++;
    }
    const key = `${n}/${c}`;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { n, c, times: 1 });
    else known.times++;
  }
  return [...counts.values()];
}
