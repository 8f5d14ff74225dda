import { Column, stride } from '../layout';
import type { Branch } from '../tree/tree';
import { branchNode, type Node, type RowRange, rowNode } from './node';

/** The members of a container, in order; nothing for any other value. */
export function* childrenOf(node: Node): Generator<Node> {
  if (node.handle.type === 'row') {
    const { pack, row, offset } = node.handle;
    const end = pack.row + pack.rows[row * stride + Column.next]!;
    yield* rowsOf(node, { pack, offset, from: row + 1, to: end, index: 0 });
    return;
  }
  const { branch } = node.handle;
  for (let i = 0; i < branch.parts.length; i++) yield* membersOfPart(node, i);
}

/** The members of a container from an index on, in order. */
export function* childrenFrom(node: Node, index: number): Generator<Node> {
  if (node.handle.type === 'row') {
    for (const child of childrenOf(node)) if (child.index >= index) yield child;
    return;
  }
  const { parts } = node.handle.branch;
  for (let i = partOfMember(node.handle.branch, index); i < parts.length; i++) {
    for (const child of membersOfPart(node, i)) if (child.index >= index) yield child;
  }
}

/** Number of members of a container. */
export function childCount(node: Node): number {
  if (node.handle.type === 'branch') {
    const { memberCounts, parts } = node.handle.branch;
    return memberCounts[parts.length]!;
  }
  const { pack, row } = node.handle;
  const end = pack.row + pack.rows[row * stride + Column.next]!;
  let count = 0;
  for (let child = row + 1; child < end; child = pack.row + pack.rows[child * stride + Column.next]!) count++;
  return count;
}

/** The member at an index, or null. */
export function childAt(node: Node, index: number): Node | null {
  const { handle } = node;
  if (handle.type === 'row') {
    const { pack, row, offset } = handle;
    const to = pack.row + pack.rows[row * stride + Column.next]!;
    return rowNumbered(node, { pack, offset, from: row + 1, to, index: 0 }, index);
  }
  const { branch, offset: start } = handle;
  if (index < 0 || index >= branch.memberCounts[branch.parts.length]!) return null;
  const at = partOfMember(branch, index);
  const part = branch.parts[at]!;
  const [offset, before] = [start + branch.starts[at]!, branch.memberCounts[at]!];
  if (part.type === 'branch') return branchNode(node, part, offset, before);
  return rowNumbered(node, { pack: part, offset, from: part.row, to: part.rowEnd, index: before }, index);
}

/** The member at an index and the few others stored with it, in order. */
export function childrenNear(node: Node, index: number): Iterable<Node> {
  if (node.handle.type === 'row') return childrenOf(node);
  const { memberCounts, parts } = node.handle.branch;
  if (index < 0 || index >= memberCounts[parts.length]!) return [];
  return membersOfPart(node, partOfMember(node.handle.branch, index));
}

/** Index of the part that contains a member of a branch. */
function partOfMember({ memberCounts, parts }: Branch, index: number): number {
  let part = 0;
  let high = parts.length - 1;
  while (part < high) {
    const middle = (part + high + 1) >> 1;
    if (memberCounts[middle]! <= index) part = middle;
    else high = middle - 1;
  }
  return part;
}

function* membersOfPart(node: Node, index: number): Generator<Node> {
  const { branch, offset } = node.handle as { branch: Branch; offset: number };
  const part = branch.parts[index]!;
  const partOffset = offset + branch.starts[index]!;
  const before = branch.memberCounts[index]!;
  if (part.type === 'branch') yield branchNode(node, part, partOffset, before);
  else
    yield* rowsOf(node, { pack: part, offset: partOffset, from: part.row, to: part.rowEnd, index: before });
}

function* rowsOf(parent: Node, range: RowRange): Generator<Node> {
  const { pack, offset } = range;
  let { index } = range;
  for (let row = range.from; row < range.to; row = pack.row + pack.rows[row * stride + Column.next]!) {
    yield rowNode(parent, { pack, row, offset, index: index++ });
  }
}

/** The member at an index among rows. Creates no nodes for the others: there may be thousands. */
function rowNumbered(
  parent: Node,
  { pack, offset, from, to, index: first }: RowRange,
  index: number,
): Node | null {
  let count = first;
  for (let row = from; row < to; row = pack.row + pack.rows[row * stride + Column.next]!)
    if (count++ === index) return rowNode(parent, { pack, row, offset, index });
  return null;
}
