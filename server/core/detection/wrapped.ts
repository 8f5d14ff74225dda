import type { Names } from '../schema/schema';
import { childAt, childCount, childrenOf } from '../syntax/nodes/children';
import type { Node } from '../syntax/nodes/node';
import { Kind } from '../syntax/tree/nodeKind';
import { keyName } from '../syntax/tree/strings';
import type { Text } from '../text/text';
import { keysOf } from './keys';

/** Properties in which a document of ours is looked for. */
const maxProperties = 20;

/** A document of ours inside another value. */
export interface Wrapped {
  readonly node: Node;
  /** The name of the property, or both names if it is in an object in there; null for the only item of an array. */
  readonly name: string | null;
  /** Names of other properties with documents; not all if there are more than two. */
  readonly others: readonly string[];
  readonly what:
    | 'a log request'
    | 'a training job request'
    | 'a trajectory group'
    | 'trajectory groups'
    | 'a trajectory';
}

/** What a value is that may be a document of ours; else null. */
type WhatIs = (text: Text, node: Node, names: Names) => Wrapped['what'] | null;

/** The first document of ours in the properties of an object, or as the only item of an array. */
export function wrappedIn(text: Text, value: Node, names: Names): Wrapped | null {
  if (value.kind === Kind.array && childCount(value) !== 1) return null;
  return inMembers(text, value, names, whatIs) ?? inInnerObjects(text, value, names);
}

/** The first group or trajectory in the properties of a line. */
export function wrappedInLine(text: Text, line: Node, names: Names): Wrapped | null {
  return line.kind === Kind.object ? inMembers(text, line, names, whatIsOnLine) : null;
}

function inMembers(text: Text, value: Node, names: Names, what: WhatIs): Wrapped | null {
  let first: Omit<Wrapped, 'others'> | null = null;
  const others: string[] = [];
  for (const node of childrenOf(value)) {
    if (node.index >= maxProperties || others.length > 1) break;
    const found = what(text, node, names);
    const name = node.key === null ? null : keyName(text, node.key);
    // An array of groups is known as such.
    const isKnown = value.kind === Kind.array && found === 'a trajectory group';
    const isNameless = value.kind === Kind.object && name === null;
    if (found === null || isKnown || isNameless) continue;
    if (first === null) first = { node, what: found, name };
    else if (name !== null) others.push(name);
  }
  return first && { ...first, others };
}

/** In `{"response": {"data": {…}}}`. */
function inInnerObjects(text: Text, value: Node, names: Names): Wrapped | null {
  let first: Wrapped | null = null;
  const others: string[] = [];
  for (const outer of childrenOf(value)) {
    if (outer.index >= maxProperties || others.length > 1) break;
    if (outer.kind !== Kind.object || outer.key === null) continue;
    const found = inMembers(text, outer, names, whatIs);
    if (found === null) continue;
    const path = (name: string): string => `${keyName(text, outer.key!)}.${name}`;
    if (first === null) first = { ...found, name: path(found.name!) };
    else others.push(path(found.name!));
    others.push(...found.others.map(path));
  }
  return first && { ...first, others };
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

function whatIsOnLine(text: Text, node: Node, names: Names): Wrapped['what'] | null {
  const keys = node.kind === Kind.object ? keysOf(text, node) : new Set();
  if (keys.has(names.trajectories)) return 'a trajectory group';
  return keys.has(names.messages) ? 'a trajectory' : null;
}
