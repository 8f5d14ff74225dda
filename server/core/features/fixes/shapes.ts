import type { Document } from '../../document';
import type { Schema } from '../../schema/schema';
import { Kind } from '../../syntax/tree/nodeKind';
import { childCount, childrenOf, type Node } from '../../syntax/tree/nodes';
import { keyName } from '../../syntax/tree/strings';
import { sliceText, type Text } from '../../text/text';

/** Properties to inspect when recognizing an object. */
const maxKeys = 50;
/** Longer values are not rewritten. */
export const maxRewrittenLength = 1_000_000;

/** The property that contains an array of such objects. */
export function nameOfArrayOf(document: Document, node: Node, { properties }: Schema): string | null {
  for (const [name, { type, items }] of properties ?? [])
    if (type === 'array' && items !== null && items.properties !== null && isLike(document, node, items))
      return name;
  return null;
}

/** Whether an object has a property documented for such objects. An empty object may be anything. */
export function isLike({ text }: Document, node: Node, { properties }: Schema): boolean {
  if (properties === null) return true;
  if (childCount(node) === 0) return false;
  for (const { key, index } of childrenOf(node)) {
    if (index >= maxKeys) return false;
    if (key !== null && properties.has(keyName(text, key))) return true;
  }
  return false;
}

/** The text of a container as a JSON string; null for any other value. */
export function jsonTextOf(text: Text, { kind, from, to }: Node): string | null {
  const isContainer = kind === Kind.object || kind === Kind.array;
  return isContainer && to - from <= maxRewrittenLength ? JSON.stringify(sliceText(text, from, to)) : null;
}
