/** Statistics of numbers. */
export interface Statistics {
  readonly count: number;
  readonly mean: number;
  /** Population standard deviation, not an estimate from a sample. */
  readonly deviation: number;
  readonly lowest: number;
  readonly median: number;
  readonly highest: number;
}

/** The statistics of finite numbers; null if there are none. */
export function statisticsOf(values: readonly number[]): Statistics | null {
  const sorted = Float64Array.from(values.filter(Number.isFinite)).sort();
  const count = sorted.length;
  if (count === 0) return null;
  const [lowest, highest] = [sorted[0]!, sorted[count - 1]!];
  // Of the differences from the lowest: a sum of large values would lose theirs.
  const sum = sorted.reduce((sum, value) => sum + (value - lowest), 0);
  // A sum of large values overflows; one of shares is rounded more often.
  const mean = Number.isFinite(sum)
    ? lowest + sum / count
    : sorted.reduce((sum, value) => sum + value / count, 0);
  const scale = Math.max(highest / 2 - mean / 2, mean / 2 - lowest / 2);
  const squares = sorted.reduce((sum, value) => sum + ((value / 2 - mean / 2) / scale) ** 2, 0) / count;
  return {
    count,
    mean,
    // Equal values have exactly zero deviation, despite rounding of the mean.
    deviation: lowest === highest ? 0 : 2 * scale * Math.sqrt(squares),
    lowest,
    median: sorted[(count - 1) >> 1]! / 2 + sorted[count >> 1]! / 2,
    highest,
  };
}

/** A range of values and how many there are; `to` is excluded except in the last range. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

const maxBins = 10;

/** How values are distributed: each value by itself if there are few different ones, else ten equal ranges. */
export function histogramOf(values: readonly number[]): readonly Bin[] {
  const finite = values.filter(Number.isFinite);
  const distinct = [...new Set(finite)].sort((a, b) => a - b);
  if (distinct.length <= maxBins)
    return distinct.map((value) => ({
      from: value,
      to: value,
      count: finite.filter((other) => other === value).length,
    }));
  const [lowest, highest] = [distinct[0]!, distinct.at(-1)!];
  // Halved first, because the difference may overflow.
  const fraction = (value: number): number => (value / 2 - lowest / 2) / (highest / 2 - lowest / 2);
  const counts = new Array<number>(maxBins).fill(0);
  for (const value of finite) counts[Math.min(maxBins - 1, Math.floor(fraction(value) * maxBins))]!++;
  const border = (i: number): number => lowest * (1 - i / maxBins) + highest * (i / maxBins);
  return counts.map((count, i) => ({ from: border(i), to: border(i + 1), count }));
}
