import type { Layout } from '../data/columns/columns';
import { counted, short, spreadWords } from '../format/numbers';
import { groupsBySpread, type Summary } from '../state/selectors';
import type { Area, Chart } from './chart';
import { type Choose, chartHeight, valueAxis } from './charts';
import { drawDensity } from './density';
import { type Dots, dotWords, groupsNear, nearestWords } from './hover';

/** A column of dots per group, widest spread first. Groups without spread look different. */
export function groupsChart(layout: Layout, found: Summary, choose: Choose): Chart {
  const { signal } = found;
  const count = groupsBySpread(found.groups).length;
  const { withSpread, withoutSpread } = signal;
  const parts = [
    { size: withSpread, words: ' with spread', middle: withSpread / 2 },
    { size: withoutSpread, words: ' without', middle: withSpread + withoutSpread / 2 },
    {
      size: count - withSpread - withoutSpread,
      words: ' not known',
      middle: (withSpread + withoutSpread + count) / 2,
    },
  ].filter(({ size }) => size > 0);
  const middles = parts.map(({ middle }) => middle - 0.5);
  const text = (place: number, width: number) => {
    const part = parts.find(({ middle }) => middle - 0.5 >= place) ?? parts.at(-1)!;
    return `${counted(part.size)}${width < 320 ? '' : part.words}`;
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
      ) ?? groupWords(found, Math.round(place.x)),
  };
}

/** Text of the group at a place, where no dot is near. */
function groupWords({ groups }: Summary, place: number): string | null {
  const group = groupsBySpread(groups)[place];
  if (group === undefined) return null;
  return `Group ${counted(group + 1)}: mean ${short(groups.mean[group]!)}, ${spreadWords(groups.deviation[group]!)}`;
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
  const { withSpread, withoutSpread } = found.signal;
  const count = groupsBySpread(found.groups).length;
  for (const border of new Set([withSpread, withSpread + withoutSpread]))
    if (border > 0 && border < count) drawBorder(area, area.xOf(border - 0.5));
}

function drawBorder({ context, colors, scale, top, height }: Area, x: number): void {
  context.strokeStyle = colors.line;
  context.setLineDash([3 * scale, 3 * scale]);
  context.beginPath();
  context.moveTo(x, top);
  context.lineTo(x, top + height);
  context.stroke();
}

function drawEachGroup(area: Area, { starts }: Layout, found: Summary, slot: number): void {
  const { context, colors, scale, xOf, yOf } = area;
  const { deviation, mean } = found.groups;
  const radius = Math.max(scale, Math.min(3 * scale, slot / 4));
  for (const [place, group] of groupsBySpread(found.groups).entries()) {
    const shape = shapeOf(deviation[group]!);
    const values = found.values.subarray(starts[group], starts[group + 1]);
    context.fillStyle = context.strokeStyle = shape === 'disc' ? colors.main : colors.pale;
    context.lineWidth = scale;
    // Dots side by side; for very large groups, only as many as fit.
    const step = Math.max(1, Math.ceil(values.length / Math.max(4, slot)));
    for (let i = 0; i < values.length; i += step) {
      dot(context, xOf(place + asideOf(i, values.length)), yOf(values[i]!), { radius, shape });
    }
    if (shape !== 'disc') continue;
    context.strokeStyle = colors.accent;
    context.lineWidth = 2 * scale;
    line(context, xOf(place) - slot * 0.4, xOf(place) + slot * 0.4, yOf(mean[group]!));
  }
}

type Shape = 'disc' | 'square' | 'ring';

/** Dots of groups without spread, and of those whose spread is not known, differ not only in colour. */
function shapeOf(deviation: number): Shape {
  if (Number.isNaN(deviation)) return 'ring';
  return deviation > 0 ? 'disc' : 'square';
}

function dot(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  { radius, shape }: { readonly radius: number; readonly shape: Shape },
): void {
  if (Number.isNaN(y)) return;
  if (shape === 'square')
    return context.fillRect(x - radius * 0.8, y - radius * 0.8, radius * 1.6, radius * 1.6);
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  if (shape === 'disc') context.fill();
  else context.stroke();
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
