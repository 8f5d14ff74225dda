import type { CollectionChange } from '../../server/viewProtocol';
import { applyChange, type Columns, noColumns } from '../data/columns/columns';
import type { View } from './view';

/** The columns after all changes; null if the document changes meanwhile. `before` must not be used afterwards. */
export async function fetchChanges(
  { host }: View,
  before: Columns,
  isOther = false,
): Promise<{ readonly columns: Columns; readonly changes: readonly CollectionChange[] } | null> {
  let columns = before;
  const changes: CollectionChange[] = [];
  for (let isComplete = false; !isComplete; ) {
    const since = columns === noColumns ? null : columns.state;
    const change = await host.ask('collection', { since }, isOther);
    if (change === null) return null;
    columns = applyChange(columns, change);
    changes.push(change);
    isComplete = change.isComplete;
  }
  return { columns, changes };
}
