import { rewardName } from '../schema/fields';
import type { Names, Schemas } from '../schema/schema';
import { childAt, childCount, childrenOf } from '../syntax/nodes/children';
import type { Node } from '../syntax/nodes/node';
import { Kind } from '../syntax/tree/nodeKind';
import { keyName } from '../syntax/tree/strings';
import type { Text } from '../text/text';

/** Names of the first hundred properties, or of those of a kind: enough to recognize an object. */
export function keysOf(text: Text, object: Node, kind: Kind | null = null): Set<string> {
  const keys = new Set<string>();
  for (const child of childrenOf(object)) {
    if (child.key !== null && (kind === null || child.kind === kind)) keys.add(keyName(text, child.key));
    if (child.index >= 100) break;
  }
  return keys;
}

/** The names of the object in the only property of an object, as `name.inner`; the names themselves if there is none. */
export function keysInside(text: Text, object: Node, keys: ReadonlySet<string>): ReadonlySet<string> {
  const [name] = keys;
  const inner = childAt(object, 0);
  if (keys.size !== 1 || inner === null || inner.kind !== Kind.object) return keys;
  return new Set([...keysOf(text, inner)].map((key) => `${name}.${key}`));
}

/** The names of the first item of an array, if it is an object. */
export function keysOfItem(text: Text, array: Node): ReadonlySet<string> {
  const first = childAt(array, 0);
  return first?.kind === Kind.object ? keysOf(text, first) : new Set();
}

/** The names of the first items of the arrays in an object. */
export function keysOfItems(text: Text, object: Node): Set<string> {
  const keys = new Set<string>();
  for (const child of childrenOf(object)) {
    const item = child.kind === Kind.array ? childAt(child, 0) : null;
    if (item?.kind === Kind.object) for (const key of keysOf(text, item)) keys.add(key);
    if (child.index >= 20) break;
  }
  return keys;
}

/** Whether an object is a trajectory. Conversations of other programs are in "messages", too, but have no reward. */
export function isTrajectory(keys: ReadonlySet<string>, schemas: Schemas): boolean {
  return keys.has(schemas.names.messages) || (keys.has('messages') && keys.has(rewardName(schemas)));
}

/** Columns to look at. */
const maxColumns = 3;

/** Whether an object has a property for each column, with the values by row numbers: `{"a": {"0": …}, "b": {"0": …}}`. */
export function isTable(text: Text, object: Node): boolean {
  let count = 0;
  for (const column of childrenOf(object)) {
    const first = column.kind === Kind.object ? childAt(column, 0) : null;
    if (first === null || first.key === null || !/^\d+$/.test(keyName(text, first.key))) return false;
    if (++count === maxColumns) break;
  }
  return count > 1;
}

/** Whether an object has a list for each column: `{"messages_and_choices": [[…], […]], "reward": [1, 0]}`. */
export function isTableOfLists(text: Text, object: Node, names: Names): boolean {
  let columns = 0;
  let rows = 0;
  let hasLists = false;
  for (const column of childrenOf(object)) {
    if (column.kind !== Kind.array || column.key === null) return false;
    if (columns > 0 && childCount(column) !== rows) return false;
    rows = childCount(column);
    hasLists ||= isColumnOfLists(text, column, column.key, names);
    if (++columns === 100) break;
  }
  return hasLists && columns > 1 && rows > 1;
}

/** Where other formats have a conversation. */
const otherConversations = new Set(['messages', 'conversations']);

/** Whether the first row of a column is the conversation of a trajectory, or the trajectories of a group. */
function isColumnOfLists(text: Text, column: Node, key: NonNullable<Node['key']>, names: Names): boolean {
  const row = childAt(column, 0);
  if (row?.kind !== Kind.array) return false;
  const name = keyName(text, key);
  if (name !== names.trajectories) return name === names.messages || otherConversations.has(name);
  // A list of messages in place of a trajectory is no table.
  const item = childAt(row, 0);
  return item?.kind === Kind.object && keysOf(text, item).has(names.messages);
}
