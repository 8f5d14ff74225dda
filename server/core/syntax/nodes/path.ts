import type { Text } from '../../text/text';
import { Kind } from '../tree/nodeKind';
import { wholeName } from '../tree/strings';
import type { Node } from './node';

/** One step of a path: a property name or the index of an item. */
export type PathSegment = string | number;

/**
 * The path from the root value to a node; in JSON Lines it begins with the index of the line's value. Long names are
 * complete, unless read by `keyName`.
 */
export function pathOf(text: Text, node: Node, nameOf = wholeName): PathSegment[] {
  const path: PathSegment[] = [];
  for (let at = node; at.parent !== null; at = at.parent) {
    if (at.key !== null) path.push(nameOf(text, at.key));
    else if (at.parent.kind !== Kind.document) path.push(at.index);
  }
  return path.reverse();
}
