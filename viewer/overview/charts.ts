import type { Layout } from '../data/columns';
import type { Bar } from '../data/histogram';
import { counted, short } from '../format/numbers';
import { groupsBySpread, type Summary } from '../state/selectors';
import type { Area, Axis, Chart } from './chart';
import { drawDensity } from './density';
import { barWords, type Dots, dotWords, groupsNear, nearestWords } from './hover';
import type { Point } from './tip';

/** The charts of the overview. Drawing time is bounded by pixels, not by the number of trajectories. */

const chartHeight = 120;

type Choose = (from: Point, to: Point) => void;

/** A value axis with a margin at both ends. */
function valueAxis({ spread: { lowest, highest }, says }: Pick<Summary, 'spread' | 'says'>): Axis {
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

/** A column of dots per group, widest spread first. Groups without spread look different. */
export function groupsChart(layout: Layout, found: Summary, choose: Choose): Chart {
  const { signal } = found;
  const count = groupsBySpread(found.groups).length;
  const { withSpread, withoutSpread } = signal;
  const middles = [
    ...(withSpread > 0 ? [withSpread / 2 - 0.5] : []),
    ...(withoutSpread > 0 ? [withSpread + withoutSpread / 2 - 0.5] : []),
  ];
  const text = (place: number, width: number) => {
    const isSpread = place < withSpread - 0.5;
    const words = width < 320 ? '' : isSpread ? ' with spread' : ' without';
    return `${counted(isSpread ? withSpread : withoutSpread)}${words}`;
  };
  return {
    x: { from: -0.7, to: count - 0.3, isShown: true, ticks: middles, text },
    y: valueAxis(found),
    height: chartHeight,
    draw: (area) => drawGroups(area, layout, found),
    choose,
    tell: (place, pixel) =>
      nearestWords(groupDots(layout, found, groupsNear(place, pixel, count)), place, pixel, (trajectory) =>
        dotWords(layout, found, trajectory),
      ),
  };
}

/** Horizontal offset of a member's dot from its group's position; 1 is the distance between groups. */
function asideOf(member: number, size: number): number {
  return size === 1 ? 0 : (member / (size - 1) - 0.5) * 0.6;
}

/** The dots of groups `first` to `last` in order of spread. */
function groupDots(
  { starts }: Layout,
  { groups, values }: Summary,
  [first, last]: readonly [number, number],
): Dots {
  const bySpread = groupsBySpread(groups);
  const trajectories: number[] = [];
  const places: number[] = [];
  for (let place = first; place <= last; place++) {
    const group = bySpread[place]!;
    const size = starts[group + 1]! - starts[group]!;
    for (let member = 0; member < size; member++) {
      trajectories.push(starts[group]! + member);
      places.push(place + asideOf(member, size));
    }
  }
  return {
    count: places.length,
    trajectory: (dot) => trajectories[dot]!,
    x: (dot) => places[dot]!,
    y: (dot) => values[trajectories[dot]!]!,
  };
}

function drawGroups(area: Area, layout: Layout, found: Summary): void {
  const slot = area.xOf(1) - area.xOf(0);
  if (slot >= 3 * area.scale) drawEachGroup(area, layout, found, slot);
  else drawManyGroups(area, layout, found);
  const border = area.xOf(found.signal.withSpread - 0.5);
  if (found.signal.withoutSpread === 0 || found.signal.withSpread === 0) return;
  area.context.strokeStyle = area.colors.line;
  area.context.setLineDash([3 * area.scale, 3 * area.scale]);
  area.context.beginPath();
  area.context.moveTo(border, area.top);
  area.context.lineTo(border, area.top + area.height);
  area.context.stroke();
}

function drawEachGroup(area: Area, { starts }: Layout, found: Summary, slot: number): void {
  const { context, colors, scale, xOf, yOf } = area;
  const { deviation, mean } = found.groups;
  const radius = Math.max(scale, Math.min(3 * scale, slot / 4));
  for (const [place, group] of groupsBySpread(found.groups).entries()) {
    const isFlat = !(deviation[group]! > 0);
    const values = found.values.subarray(starts[group], starts[group + 1]);
    context.fillStyle = isFlat ? colors.pale : colors.main;
    // Dots side by side; for very large groups, only as many as fit.
    const step = Math.max(1, Math.ceil(values.length / Math.max(4, slot)));
    for (let i = 0; i < values.length; i += step) {
      dot(context, xOf(place + asideOf(i, values.length)), yOf(values[i]!), radius, isFlat);
    }
    if (isFlat) continue;
    context.strokeStyle = colors.accent;
    context.lineWidth = 2 * scale;
    line(context, xOf(place) - slot * 0.4, xOf(place) + slot * 0.4, yOf(mean[group]!));
  }
}

/** Draws a dot; a square for a group without spread, because colour alone is not accessible. */
function dot(context: CanvasRenderingContext2D, x: number, y: number, radius: number, isFlat: boolean): void {
  if (isFlat) return context.fillRect(x - radius * 0.8, y - radius * 0.8, radius * 1.6, radius * 1.6);
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

function line(context: CanvasRenderingContext2D, from: number, to: number, y: number): void {
  context.beginPath();
  context.moveTo(from, y);
  context.lineTo(to, y);
  context.stroke();
}

function drawManyGroups(area: Area, layout: Layout, found: Summary): void {
  const places = new Int32Array(layout.groups).fill(-1);
  for (const [place, group] of groupsBySpread(found.groups).entries()) places[group] = place;
  const xOf = (trajectory: number) => places[layout.groupOf[trajectory]!]!;
  const isFlat = (trajectory: number) => xOf(trajectory) >= found.signal.withSpread;
  const points = { x: (i: number) => (isFlat(i) ? Number.NaN : xOf(i)), y: (i: number) => found.values[i]! };
  drawDensity(area, layout.trajectories, points, area.colors.main);
  const flat = { ...points, x: (i: number) => (isFlat(i) ? xOf(i) : Number.NaN) };
  drawDensity(area, layout.trajectories, flat, area.colors.pale);
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
    x: { from: 0, to: longest * 1.03 || 1, isShown: true, text: short },
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
