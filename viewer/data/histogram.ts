import { withoutRounding } from './rounding';
import type { Spread } from './statistics';

export interface Bar {
  /** The bar's edges, for the axis. */
  readonly from: number;
  readonly to: number;
  /** The lowest and highest value in the bar, for filters. NaN for an empty bar. */
  readonly lowest: number;
  readonly highest: number;
  readonly count: number;
}

/** Histogram bars. If there are few distinct values, such as 0 and 1, each gets its own bar. */
export function histogramOf(values: Float64Array, spread: Spread, limit = 24): Bar[] {
  if (spread.count === 0) return [];
  const few = fewValues(values, 12);
  const bars = few && barOfEach([...few].sort(([a], [b]) => a - b));
  // Values that rarely repeat are measurements, not categories.
  if (bars !== null && (bars.length <= 3 || spread.count >= 3 * bars.length)) return bars;
  return evenBars(values, spread, Math.min(limit, Math.max(8, Math.ceil(Math.sqrt(spread.count)) * 2)));
}

/** A bar for each value. Those that differ by rounding only share one: 0.1 + 0.2 is no other value than 0.3. */
function barOfEach(sorted: readonly (readonly [number, number])[]): Bar[] {
  const bars: Bar[] = [];
  for (const [value, count] of sorted) {
    const last = bars.at(-1);
    if (last === undefined || withoutRounding(value - last.lowest, value, last.lowest) !== 0)
      bars.push({ from: value, to: value, lowest: value, highest: value, count });
    else bars[bars.length - 1] = { ...last, highest: value, count: last.count + count };
  }
  return bars;
}

function evenBars(values: Float64Array, { lowest, highest, count }: Spread, limit: number): Bar[] {
  const width = (highest - lowest) / limit;
  if (!(width > 0) || !Number.isFinite(width)) return [{ from: lowest, to: highest, lowest, highest, count }];
  const counts = new Int32Array(limit);
  const least = new Float64Array(limit).fill(Number.NaN);
  const greatest = new Float64Array(limit).fill(Number.NaN);
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    const bar = Math.min(limit - 1, Math.floor((value - lowest) / width));
    counts[bar]!++;
    if (!(value >= least[bar]!)) least[bar] = value;
    if (!(value <= greatest[bar]!)) greatest[bar] = value;
  }
  const edge = (bar: number) => withoutRounding(lowest + bar * width, lowest, highest);
  return Array.from(counts, (times, i) => ({
    from: i === 0 ? lowest : edge(i),
    to: i === limit - 1 ? highest : edge(i + 1),
    lowest: least[i]!,
    highest: greatest[i]!,
    count: times,
  }));
}

/** Counts each value; null if there are more than `limit` distinct ones. */
function fewValues(values: Float64Array, limit: number): Map<number, number> | null {
  const times = new Map<number, number>();
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    times.set(value, (times.get(value) ?? 0) + 1);
    if (times.size > limit) return null;
  }
  return times;
}
