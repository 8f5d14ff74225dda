/** Number of points per grid cell. Bounds the drawing, however many points there are. */
export interface Cells {
  readonly columns: number;
  readonly rows: number;
  readonly counts: Int32Array;
  readonly maxCount: number;
}

/** `place` returns the cell of a point, or -1. */
export function cellsOf(
  columns: number,
  rows: number,
  points: number,
  place: (point: number) => number,
): Cells {
  const counts = new Int32Array(columns * rows);
  let maxCount = 0;
  for (let point = 0; point < points; point++) {
    const cell = place(point);
    if (cell < 0 || cell >= counts.length) continue;
    const count = ++counts[cell]!;
    if (count > maxCount) maxCount = count;
  }
  return { columns, rows, counts, maxCount };
}
