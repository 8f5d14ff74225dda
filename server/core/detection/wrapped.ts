import type { Names } from '../schema/schema';
import { Kind } from '../syntax/tree/nodeKind';
import { childAt, childCount, childrenOf, keyName, type Node } from '../syntax/tree/nodes';
import type { Text } from '../text/text';
import { keysOf } from './keys';

/** Properties in which a document of ours is looked for. */
const maxProperties = 20;

/** A document of ours inside another value. */
export interface Wrapped {
  readonly node: Node;
  /** The name of the property, or both names if it is in an object in there; null for the only item of an array. */
  readonly name: string | null;
  readonly what: 'a log request' | 'a training job request' | 'a trajectory group' | 'trajectory groups';
}

/** The first document of ours in the properties of an object, or as the only item of an array. */
export function wrappedIn(text: Text, value: Node, names: Names): Wrapped | null {
  if (value.kind === Kind.array && childCount(value) !== 1) return null;
  return inMembers(text, value, names) ?? inInnerObjects(text, value, names);
}

function inMembers(text: Text, value: Node, names: Names): Wrapped | null {
  for (const node of childrenOf(value)) {
    if (node.index >= maxProperties) return null;
    const what = whatIs(text, node, names);
    // An array of groups is known as such.
    const isKnown = value.kind === Kind.array && what === 'a trajectory group';
    if (what !== null && !isKnown)
      return { node, what, name: node.key === null ? null : keyName(text, node.key) };
  }
  return null;
}

/** In `{"response": {"data": {…}}}`. */
function inInnerObjects(text: Text, value: Node, names: Names): Wrapped | null {
  for (const outer of childrenOf(value)) {
    if (outer.index >= maxProperties) return null;
    const found = outer.kind === Kind.object && outer.key !== null ? inMembers(text, outer, names) : null;
    if (found?.name != null) return { ...found, name: `${keyName(text, outer.key!)}.${found.name}` };
  }
  return null;
}

function whatIs(text: Text, node: Node, names: Names): Wrapped['what'] | null {
  if (node.kind === Kind.array) {
    const first = childAt(node, 0);
    const isGroup = first?.kind === Kind.object && keysOf(text, first).has(names.trajectories);
    return isGroup ? 'trajectory groups' : null;
  }
  if (node.kind !== Kind.object) return null;
  const keys = keysOf(text, node);
  if (keys.has(names.groups)) return keys.has(names.modelId) ? 'a training job request' : 'a log request';
  return keys.has(names.trajectories) ? 'a trajectory group' : null;
}
