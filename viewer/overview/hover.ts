import type { Layout } from '../data/columns/columns';
import type { Bar } from '../data/histogram';
import { titleOf } from '../data/measures';
import { counted, plural, short } from '../format/numbers';
import { numberOf } from '../format/trajectoryNumber';
import { visibleName } from '../format/visibleText';
import type { Summary } from '../state/selectors';
import type { Point } from './tip';

/** Texts for the item under the pointer. */

/** Search radius around the pointer, and distance below which dots coincide, in pixels. */
const near = 8;
const same = 2;

/** Dots of trajectories in axis values; NaN for missing values. */
export interface Dots {
  readonly count: number;
  trajectory(dot: number): number;
  x(dot: number): number;
  y(dot: number): number;
}

export function barWords(bar: Bar, found: Summary): string {
  const title = visibleName(titleOf(found.measure));
  return `${title} ${barRange(bar, found)}: ${plural(bar.count, 'trajectory', 'trajectories')}`;
}

/** The value range of a bar. */
export function barRange({ from, to }: Bar, { says }: Summary): string {
  return from === to ? says(from) : `${short(from)} to ${short(to)}`;
}

/** Text of a dot: trajectory and value. */
export function dotWords(layout: Layout, found: Summary, trajectory: number): string {
  const title = visibleName(titleOf(found.measure));
  return `${numberOf(layout, trajectory, true)}: ${title} ${found.says(found.values[trajectory]!)}`;
}

/**
 * The text of the dot nearest to a point, if any is near, with the number of other dots there. `pixel` is the size of a
 * pixel in axis values.
 */
export function nearestWords(
  dots: Dots,
  place: Point,
  pixel: Point,
  say: (trajectory: number) => string,
): string | null {
  const distance = (dot: number, { x, y }: Point) =>
    Math.hypot((dots.x(dot) - x) / pixel.x, (dots.y(dot) - y) / pixel.y);
  let nearest = -1;
  let least = near;
  for (let dot = 0; dot < dots.count; dot++) {
    const away = distance(dot, place);
    if (away < least) [nearest, least] = [dot, away];
  }
  if (nearest < 0) return null;
  const found = { x: dots.x(nearest), y: dots.y(nearest) };
  let others = -1;
  for (let dot = 0; dot < dots.count; dot++) if (distance(dot, found) < same) others++;
  const words = say(dots.trajectory(nearest));
  return others > 0 ? `${words}, and ${counted(others)} more here` : words;
}

/** The first and last group within `near` of a point on the group axis. */
export function groupsNear({ x }: Point, pixel: Point, count: number): readonly [number, number] {
  // A group's dots are up to 0.3 to each side of its position.
  const reach = near * pixel.x + 0.5;
  return [Math.max(0, Math.ceil(x - reach)), Math.min(count - 1, Math.floor(x + reach))];
}
