import type { Document } from '../../document';
import type { Schema } from '../../schema/schema';
import { childrenOf } from '../../syntax/nodes/children';
import type { Node } from '../../syntax/nodes/node';
import { Kind } from '../../syntax/tree/nodeKind';
import { keyName } from '../../syntax/tree/strings';
import { sliceText, type Text } from '../../text/text';
import { runToEnd } from '../../work';
import { joinOnOneLine } from '../lines/oneLine';
import { isJson } from './isJson';

/** Properties to inspect when recognizing an object. */
const maxKeys = 50;
/** Longer values are not rewritten. */
export const maxRewrittenLength = 1_000_000;
/** A longer container keeps its lines: joining them would block the server. */
const maxJoinedLength = 100_000;

/**
 * The property that contains an array of such objects. A name that others have as well does not count: a tool has a
 * `type`, and so have the messages of some formats.
 */
export function nameOfArrayOf(document: Document, node: Node, { properties }: Schema): string | null {
  const arrays = [...(properties ?? [])].filter(
    ([, { type, items }]) => type === 'array' && items?.properties,
  );
  const found = arrays.find(([, { items }]) => {
    const isShared = (name: string): boolean =>
      arrays.some(([, other]) => other.items !== items && other.items!.companions.has(name));
    return hasName(document, node, (name) => items!.properties!.has(name) && !isShared(name));
  });
  return found?.[0] ?? null;
}

/** Whether an object has a property documented for such objects. An empty object may be anything. */
export function isLike(document: Document, node: Node, { properties }: Schema): boolean {
  return properties === null || hasName(document, node, (name) => properties.has(name));
}

/** Whether an object has a property of a certain name among its first ones. */
function hasName({ text }: Document, node: Node, isMeant: (name: string) => boolean): boolean {
  for (const { key, index } of childrenOf(node)) {
    if (index >= maxKeys) return false;
    if (key !== null && isMeant(keyName(text, key))) return true;
  }
  return false;
}

/** The text of a container as a JSON string, without the lines of the document's layout; null for any other value. */
export function jsonTextOf(text: Text, { kind, from, to }: Node): string | null {
  const isContainer = kind === Kind.object || kind === Kind.array;
  if (!isContainer || to - from > maxRewrittenLength) return null;
  const json = sliceText(text, from, to);
  // What is not JSON may have line breaks in its strings.
  const isJoined = json.length <= maxJoinedLength && isJson(json);
  return JSON.stringify(isJoined ? runToEnd(joinOnOneLine(text, { from, to })) : json);
}
