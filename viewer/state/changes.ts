import { applyChange, type Columns, noColumns } from '../data/columns/columns';
import { type ListChange, withResponse } from '../data/following';
import type { View } from './view';

/** The columns after a change; null if the document changes meanwhile. `before` must not be used afterwards. */
export async function fetchChanges(
  { host }: View,
  before: Columns,
  isOther = false,
): Promise<{ readonly columns: Columns; readonly change: ListChange } | null> {
  let columns = before;
  let change: ListChange | null = null;
  for (;;) {
    const since = columns === noColumns ? null : columns.state;
    const response = await host.ask('collection', { since }, isOther);
    if (response === null) return null;
    columns = applyChange(columns, response);
    change = withResponse(change, response);
    if (response.isComplete) return { columns, change };
  }
}
