import type { Columns } from '../data/columns/columns';

/** Milliseconds without changes before the charts are redrawn: longer if drawing takes longer. */
function restOf({ trajectories }: Columns): number {
  return Math.max(200, trajectories / 400);
}

/**
 * Debounces columns for the charts, which are the slowest to draw: they must not delay the rest of the view while the
 * user types. Calls `update` when newer columns are ready.
 */
export function restingColumns(update: () => void): (columns: Columns) => Columns {
  let shown: Columns | null = null;
  let newest: Columns | null = null;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  return (columns) => {
    if (shown === null) shown = columns;
    else if (columns !== newest) {
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        shown = columns;
        update();
      }, restOf(columns));
    }
    newest = columns;
    return shown;
  };
}
