import { Column, stride } from '../layout';
import { partAt } from '../tree/reuse';
import type { Tree } from '../tree/tree';
import { branchNode, type Node, type RowRange, rootOf, rowNode } from './node';

/**
 * The innermost node at an offset: a value that contains or touches the offset, or a property whose name does; else the
 * enclosing container. Found from the root, or in fewer steps from a node that is near to the offset.
 */
export function nodeAt(tree: Tree, offset: number, near: Node = rootOf(tree)): Node {
  let node = near;
  // No other node touches an offset inside of this one, so the way from the root would lead through it.
  while (node.parent !== null && (offset <= node.from || offset >= node.to)) node = node.parent;
  for (;;) {
    const child = childAround(node, offset);
    if (child === null) return node;
    node = child;
    if (offset < node.from || (node.key !== null && offset <= node.key.to)) return node;
  }
}

/** The member that contains or touches an offset; of two, the one that begins there. */
function childAround(node: Node, offset: number): Node | null {
  const { handle } = node;
  if (handle.type === 'row') {
    const { pack, row, offset: start } = handle;
    const to = pack.row + pack.rows[row * stride + Column.next]!;
    return rowAround(node, { pack, offset: start, from: row + 1, to, index: 0 }, offset);
  }
  const { branch, offset: start } = handle;
  const last = branch.parts.length - 1;
  if (last < 0) return null;
  let index = partAt(branch, offset - start);
  if (index < 0 && offset - start === branch.starts[last + 1]) index = last;
  if (index < 0) return null;
  const part = branch.parts[index]!;
  const [from, before] = [start + branch.starts[index]!, branch.memberCounts[index]!];
  if (part.type === 'pack')
    return rowAround(
      node,
      { pack: part, offset: from, from: part.row, to: part.rowEnd, index: before },
      offset,
    );
  const child = branchNode(node, part, from, before);
  return (child.key ?? child).from <= offset && child.to >= offset ? child : null;
}

/** The same among rows. Creates no nodes for the others: there may be thousands. */
function rowAround(
  parent: Node,
  { pack, offset: start, from, to, index }: RowRange,
  offset: number,
): Node | null {
  const { rows } = pack;
  let last = -1;
  let count = 0;
  for (let row = from; row < to; row = pack.row + rows[row * stride + Column.next]!) {
    if (start + rows[row * stride + Column.from]! > offset) break;
    last = row;
    count++;
  }
  if (last < 0) return null;
  const child = rowNode(parent, { pack, row: last, offset: start, index: index + count - 1 });
  return child.to >= offset ? child : null;
}
