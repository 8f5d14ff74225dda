import type { Layout } from './columns/columns';
import { withoutRounding } from './rounding';

/** Statistics of the values of a group, or of all trajectories. Missing values do not count. */
export interface Spread {
  readonly count: number;
  readonly mean: number;
  /** Population standard deviation, not a sample estimate. 0 if the values differ by rounding only. */
  readonly deviation: number;
  readonly lowest: number;
  readonly highest: number;
}

/** The same per group, in columns; NaN for a group without values. */
export interface GroupSpreads {
  readonly count: Int32Array;
  readonly mean: Float64Array;
  /**
   * Also NaN if a value is missing and the others are equal: the missing one may differ, so it is not known whether
   * there is a spread. If the others differ, there is one, and this is theirs.
   */
  readonly deviation: Float64Array;
  readonly lowest: Float64Array;
  readonly highest: Float64Array;
}

export function spreadOf(values: Float64Array, from = 0, to = values.length): Spread {
  let count = 0;
  let sum = 0;
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i++) {
    const value = values[i]!;
    if (!Number.isFinite(value)) continue;
    count++;
    sum += value;
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  if (count === 0) return { count, mean: NaN, deviation: NaN, lowest: NaN, highest: NaN };
  // Rounding must not move the mean of equal values, nor make a spread of them: 0.1 + 0.2 beside 0.3 shows nothing.
  if (withoutRounding(highest - lowest, lowest, highest) === 0)
    return { count, mean: lowest, deviation: 0, lowest, highest };
  const mean = withoutRounding(sum / count, lowest, highest);
  let squares = 0;
  for (let i = from; i < to; i++) {
    if (Number.isFinite(values[i]!)) squares += (values[i]! - mean) ** 2;
  }
  const deviation = Math.sqrt(squares / count);
  return { count, mean, deviation, lowest, highest };
}

/** A full dot is eight eighths. */
const full = 8;

/**
 * The fill of a dot in eighths: the value's position between the document's lowest and highest. Only the lowest is
 * empty, only the highest full. If all values are equal, positive ones are full.
 */
export function fillOf(value: number, { lowest, highest }: Spread): number {
  if (!(lowest < highest)) return value > 0 ? full : 0;
  if (value <= lowest) return 0;
  if (value >= highest) return full;
  // Halve first: the difference may overflow.
  const place = (value / 2 - lowest / 2) / (highest / 2 - lowest / 2);
  return Math.max(1, Math.min(Math.round(place * full), full - 1));
}

/** Counts groups with and without something to learn from. Groups without trajectories are in none of the counts. */
export interface Signal {
  /** Values differ; some may be missing. */
  readonly withSpread: number;
  /** Every trajectory has a value, and all are equal, or there is only one. */
  readonly withoutSpread: number;
  /** Values are missing, and the others, if there are any, are equal. */
  readonly unknown: number;
  /** Whether a group has more than one trajectory. */
  readonly isComparable: boolean;
}

export function signalOf({ groups, starts }: Layout, { deviation }: GroupSpreads): Signal {
  const signal = { withSpread: 0, withoutSpread: 0, unknown: 0, isComparable: false };
  for (let group = 0; group < groups; group++) {
    signal.isComparable ||= starts[group + 1]! - starts[group]! > 1;
    if (deviation[group]! > 0) signal.withSpread++;
    else if (deviation[group] === 0) signal.withoutSpread++;
    else if (starts[group]! < starts[group + 1]!) signal.unknown++;
  }
  return signal;
}

/** Value − mean of its group. If scaled, divided by the group's deviation (NaN without spread). */
export function advantageOf(
  value: number,
  group: number,
  { mean, deviation }: GroupSpreads,
  isScaled: boolean,
): number {
  const advantage = withoutRounding(value - mean[group]!, value, mean[group]!);
  return isScaled ? advantage / (deviation[group]! > 0 ? deviation[group]! : NaN) : advantage;
}

export function sumOf(values: Int32Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

export function countAbove(values: Int32Array, limit: number): number {
  let count = 0;
  // An iterator takes several times as long.
  for (let i = 0; i < values.length; i++) if (values[i]! > limit) count++;
  return count;
}
