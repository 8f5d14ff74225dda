/** Browsers limit heights to about 17 to 33 million pixels. Longer lists are compressed into this height, so they scroll faster. */
export const maxHeight = 8_000_000;

export interface VisibleRows {
  /** Scroll height in pixels. */
  readonly height: number;
  /** The first row to draw, and one past the last. */
  readonly first: number;
  readonly last: number;
  /** Position of `first` in pixels from the top of the list. */
  readonly top: number;
}

/** Computes the visible rows, all of one height, and their position. */
export function visibleRows(
  count: number,
  rowHeight: number,
  view: { readonly offset: number; readonly height: number },
  extra = 6,
): VisibleRows {
  const full = count * rowHeight;
  const height = Math.min(full, maxHeight);
  const position = positionOf(view.offset, { full, height, view: view.height });
  const first = Math.max(0, Math.floor(position / rowHeight) - extra);
  const last = Math.min(count, Math.ceil((position + view.height) / rowHeight) + extra);
  return { height, first, last, top: view.offset + first * rowHeight - position };
}

/** The rows to draw: the visible ones, and the active one, which keeps the focus; -1 for none. */
export function rowsToDraw({ first, last }: VisibleRows, active: number): number[] {
  const rows = Array.from({ length: last - first }, (_, i) => first + i);
  if (active >= 0 && active < first) rows.unshift(active);
  if (active >= last) rows.push(active);
  return rows;
}

/** The scroll offset nearest to the current one that shows a row completely. */
export function offsetFor(
  row: number,
  count: number,
  rowHeight: number,
  view: { readonly offset: number; readonly height: number },
): number {
  const full = count * rowHeight;
  const height = Math.min(full, maxHeight);
  const position = positionOf(view.offset, { full, height, view: view.height });
  const lowest = (row + 1) * rowHeight - view.height;
  const wanted = Math.max(0, Math.min(Math.max(position, lowest), row * rowHeight));
  if (wanted === position) return view.offset;
  if (full <= height) return wanted;
  return (wanted / (full - view.height)) * (height - view.height);
}

/** Pixels above the visible part, if the list had its full height. */
function positionOf(offset: number, sizes: { full: number; height: number; view: number }): number {
  const { full, height, view } = sizes;
  const scale = full > height ? (full - view) / (height - view) : 1;
  return Math.max(0, Math.min(offset * scale, full - view));
}
