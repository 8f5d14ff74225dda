import type { Columns } from '../data/columns';

/** Milliseconds without another change until the pictures follow. */
const rest = 200;

/**
 * The columns of the moment at which they last rested. Pictures take longest to draw, and who types waits for what is
 * shown in the text: they are drawn when no key follows. `update` is called when there is something newer to draw.
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
      }, rest);
    }
    newest = columns;
    return shown;
  };
}
