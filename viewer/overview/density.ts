import type { Area } from './chart';
import { cellsOf } from './gridCells';

/** Draws points as squares; the more points in one, the more opaque. */
export function drawDensity(
  { context, left, top, width, height, scale, xOf, yOf }: Area,
  count: number,
  points: { readonly x: (i: number) => number; readonly y: (i: number) => number },
  color: string,
): void {
  const side = 4 * scale;
  const columns = Math.ceil(width / side);
  const rows = Math.ceil(height / side);
  // The axes are linear: two points define them.
  const [x0, y0] = [xOf(0), yOf(0)];
  const [dx, dy] = [xOf(1) - x0, yOf(1) - y0];
  const cells = cellsOf(columns, rows, count, (i) => {
    const column = Math.floor((x0 + dx * points.x(i) - left) / side);
    const row = Math.floor((y0 + dy * points.y(i) - top) / side);
    return column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : -1;
  });
  context.fillStyle = color;
  for (let cell = 0; cell < cells.counts.length; cell++) {
    const number = cells.counts[cell]!;
    if (number === 0) continue;
    context.globalAlpha =
      cells.maxCount === 1 ? 1 : 0.45 + (0.55 * Math.log(number)) / Math.log(cells.maxCount);
    context.fillRect(
      left + (cell % columns) * side,
      top + Math.floor(cell / columns) * side,
      side - scale,
      side - scale,
    );
  }
  context.globalAlpha = 1;
}
