import type { Document } from '../../document';
import { Kind } from '../../syntax/nodeKind';
import { childAt, childWithKey, type Node, type PathSegment, rootOf } from '../../syntax/nodes';

/** Where a path leads in a document, in UTF-16 code units. */
export interface PathPlace {
  readonly from: number;
  readonly to: number;
  /** How many leading segments were followed: one more than the index of the last that named something. */
  readonly matched: number;
}

/**
 * The place of a path from the document's root value; in JSON Lines the first segment is the index of the
 * value, blank lines not counted. Segments that name nothing are skipped, because services put labels of
 * their own into paths (`"function-wrap[…]"`, `"str"`); an absent property so gives the value it is missing
 * from. It never fails: a path of which nothing is there gives the root value, or the whole text where there
 * is none.
 */
export function locatePath(
  { text, tree }: Pick<Document, 'text' | 'tree'>,
  segments: readonly PathSegment[],
): PathPlace {
  const root = rootOf(tree);
  let node = root.kind === Kind.document ? (childAt(root, 0) ?? root) : root;
  let matched = 0;
  for (const [i, segment] of segments.entries()) {
    const isItem = node.kind === Kind.array || node.kind === Kind.lines;
    const index = isItem ? indexOf(segment) : -1;
    const child = isItem ? childAt(node, index) : childWithKey(text, node, String(segment));
    if (child !== null) {
      node = child;
      matched = i + 1;
      // An index is never a label. What follows one that is past the end is no part of another item.
    } else if (index >= 0) break;
  }
  return { ...rangeOf(node), matched };
}

/** Paths are documented as arrays of strings, so an index may come as one; -1 for what is no index. */
function indexOf(segment: PathSegment): number {
  return /^\d{1,15}$/.test(String(segment)) ? Number(segment) : -1;
}

/** A property whose value is still missing is shown by its name. */
function rangeOf(node: Node): { readonly from: number; readonly to: number } {
  const { from, to } = node.kind === Kind.key && node.key !== null ? node.key : node;
  return { from, to };
}
