import type { Layout } from '../data/columns/columns';
import type { Bar } from '../data/histogram';
import { counted, short } from '../format/numbers';
import type { Summary } from '../state/selectors';
import type { Area, Axis, Chart } from './chart';
import { drawDensity } from './density';
import { barWords, dotWords, nearestWords } from './hover';
import type { Point } from './tip';

/** The charts of values and lengths. Drawing time is bounded by pixels, not by the number of trajectories. */

export const chartHeight = 120;

export type Choose = (from: Point, to: Point) => void;

/** A value axis with a margin at both ends. */
export function valueAxis({ spread: { lowest, highest }, says }: Pick<Summary, 'spread' | 'says'>): Axis {
  const room = (highest - lowest) * 0.12 || 0.5;
  const middle = (lowest + highest) / 2;
  const ticks =
    lowest === highest
      ? [lowest]
      : isFewSteps(lowest, highest)
        ? [lowest, highest]
        : [lowest, middle, highest];
  return { from: lowest - room, to: highest + room, isShown: true, ticks, text: says };
}

function isFewSteps(lowest: number, highest: number): boolean {
  return Number.isInteger(lowest) && highest - lowest === 1;
}

export function histogramChart(
  bars: readonly Bar[],
  found: Summary,
  choose: (bars: readonly Bar[]) => void,
): Chart {
  const { says } = found;
  const most = Math.max(...bars.map(({ count }) => count));
  const isEach = bars.every(({ from, to }) => from === to);
  const text = (place: number) => {
    const bar = bars[Math.round(isEach ? place : Math.min(place + 0.5, bars.length - 1))];
    if (bar === undefined) return '';
    return says(!isEach && place > bars.length - 1 ? bar.to : bar.from);
  };
  const ticks = isEach ? [...bars.keys()] : [-0.5, (bars.length - 1) / 2, bars.length - 0.5];
  return {
    x: { from: -0.6, to: bars.length - 0.4, isShown: true, ticks, text },
    y: { from: 0, to: most * 1.25, isShown: false },
    height: chartHeight,
    draw: (area) => drawBars(area, bars, isEach),
    choose: (from, to) =>
      choose(bars.slice(Math.max(0, Math.round(from.x)), Math.min(bars.length - 1, Math.round(to.x)) + 1)),
    tell: ({ x }) => {
      const bar = bars[Math.round(x)];
      return bar === undefined || bar.count === 0 ? null : barWords(bar, found);
    },
  };
}

function drawBars(
  { context, colors, font, scale, xOf, yOf }: Area,
  bars: readonly Bar[],
  isEach: boolean,
): void {
  const slot = xOf(1) - xOf(0);
  const width = isEach ? Math.min(slot * 0.7, 40 * scale) : Math.max(scale, slot - scale);
  const base = yOf(0);
  context.font = font;
  context.textAlign = 'center';
  context.textBaseline = 'bottom';
  for (const [i, { count }] of bars.entries()) {
    if (count === 0) continue;
    const top = Math.min(yOf(count), base - scale);
    context.fillStyle = colors.main;
    context.fillRect(xOf(i) - width / 2, top, width, base - top);
    context.fillStyle = colors.text;
    if (isEach || slot > 40 * scale) context.fillText(counted(count), xOf(i), top - 3 * scale);
  }
}

/** The length of each trajectory, and its unit. */
interface Lengths {
  readonly layout: Layout;
  readonly unit: 'messages' | 'characters';
  readonly lengths: Int32Array;
}

export function lengthChart({ layout, unit, lengths }: Lengths, found: Summary, choose: Choose): Chart {
  const { values } = found;
  const points = { x: (i: number) => lengths[i]!, y: (i: number) => values[i]! };
  let longest = 0;
  for (const length of lengths) if (length > longest) longest = length;
  return {
    x: { from: 0, to: longest * 1.03 || 1, isShown: true, isWhole: true, text: short },
    y: valueAxis(found),
    height: chartHeight,
    draw: (area) => drawDensity(area, lengths.length, points, area.colors.main),
    choose,
    tell: (place, pixel) =>
      nearestWords(
        { ...points, count: lengths.length, trajectory: (dot) => dot },
        place,
        pixel,
        (trajectory) => `${dotWords(layout, found, trajectory)}, ${counted(lengths[trajectory]!)} ${unit}`,
      ),
  };
}
