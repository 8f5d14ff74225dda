import { childrenOf, type Key, keyName, type Node } from '../syntax/tree/nodes';
import { sliceText, type Text } from '../text/text';

/** A longer name is cut, as it is spelled: a name may have megabytes, but no name that matters here is long. */
const maxNameLength = 1000;

/** Names of the first hundred properties: enough to recognize an object. */
export function keysOf(text: Text, object: Node): Set<string> {
  const keys = new Set<string>();
  for (const child of childrenOf(object)) {
    if (child.key !== null) keys.add(nameOf(text, child.key));
    if (child.index >= 100) break;
  }
  return keys;
}

function nameOf(text: Text, key: Key): string {
  const { from, to } = key;
  return to - from > maxNameLength ? sliceText(text, from, from + maxNameLength) : keyName(text, key);
}
