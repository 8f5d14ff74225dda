/** Browsers refuse heights beyond some 17 to 33 million pixels; a longer list moves faster than its scroll bar. */
export const maxHeight = 8_000_000;

export interface VisibleRows {
  /** Pixels that the scroll bar moves over. */
  readonly height: number;
  /** The first row to draw and the one behind the last. */
  readonly first: number;
  readonly last: number;
  /** Where the first of these rows is drawn, in pixels from the top of the list. */
  readonly top: number;
}

/** Which rows of one height are seen, and where they are drawn. */
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

/** The offset of the scroll bar that shows a row whole, as near to the present one as possible. */
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

/** Pixels above the first seen one, if the list were as tall as its rows. */
function positionOf(offset: number, sizes: { full: number; height: number; view: number }): number {
  const { full, height, view } = sizes;
  const scale = full > height ? (full - view) / (height - view) : 1;
  return Math.max(0, Math.min(offset * scale, full - view));
}
