import { childrenOf, keyName, type Node } from '../syntax/tree/nodes';
import type { Text } from '../text/text';

/** Names of the first hundred properties: enough to recognize an object. */
export function keysOf(text: Text, object: Node): Set<string> {
  const keys = new Set<string>();
  for (const child of childrenOf(object)) {
    if (child.key !== null) keys.add(keyName(text, child.key));
    if (child.index >= 100) break;
  }
  return keys;
}
