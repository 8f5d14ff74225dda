import { maxEscapeLength } from '../../text/escapes';
import type { Range } from '../../text/range';
import { charAt, type Text } from '../../text/text';
import { Column, stride } from '../layout';
import { Flag } from '../tokens/token';
import { Kind } from './nodeKind';
import { partAt } from './reuse';
import { keyName, wholeName } from './strings';
import { type Branch, flagsOf, keyNumberOf, kindOf, type Pack, type Tree } from './tree';

/**
 * A value of a document, as features see it. Nodes are created on demand; offsets are UTF-16 code units of the
 * document, valid for the tree that the node came from.
 */
export interface Node extends Range {
  /** `Kind.key` means that the property has no value. */
  readonly kind: Kind;
  readonly flags: number;
  /** The container around it; null for the root of the document. */
  readonly parent: Node | null;
  /** Index among the members of its parent, from zero. */
  readonly index: number;
  readonly key: Key | null;
  /** @internal Location in the tree. */
  readonly handle: NodeHandle;
}

export interface Key extends Range {
  readonly flags: number;
  /** Number in the vocabulary of the grammar; 0 for an unknown name. */
  readonly number: number;
}

type NodeHandle =
  | { readonly type: 'branch'; readonly branch: Branch; readonly offset: number }
  | { readonly type: 'row'; readonly pack: Pack; readonly row: number; readonly offset: number };

/** One step of a path: a property name or the index of an item. */
export type PathSegment = string | number;

/** The node of the whole document: its children are the root value, or the values of the lines. */
export function rootOf(tree: Tree): Node {
  const { root } = tree;
  return {
    kind: root.kind,
    flags: 0,
    from: 0,
    to: root.length,
    parent: null,
    index: 0,
    key: null,
    handle: { type: 'branch', branch: root, offset: 0 },
  };
}

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

/** A name to look for among the members of objects. */
export interface Name {
  readonly text: string;
  /** Its number in the vocabulary of the grammar; 0 for an unknown name. */
  readonly number: number;
}

/**
 * The members of an object with a given name, in order. Members with another number are skipped without reading their
 * text.
 */
export function childrenNamed(text: Text, node: Node, name: Name): Node[] {
  const found: Node[] = [];
  eachKeyed(node, isNamed(text, name), (child) => found.push(child));
  return found;
}

/** The member of an object with a given name; of duplicates the last, which counts. As fast as `childrenNamed`. */
export function childNamed(text: Text, node: Node, name: Name): Node | null {
  return lastKeyed(node, isNamed(text, name));
}

function isNamed(text: Text, name: Name): IsMeant {
  return (info, from, to) =>
    keyNumberOf(info) === name.number && (name.number > 0 || spells(text, name.text, { info, from, to }));
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

/** The value under a key; of repeated keys, the last one, which counts. */
export function childWithKey(text: Text, node: Node, name: string): Node | null {
  return lastKeyed(node, (info, from, to) => spells(text, name, { info, from, to }));
}

function lastKeyed(node: Node, isMeant: IsMeant): Node | null {
  if (node.kind !== Kind.object) return null;
  let found: Node | null = null;
  eachKeyed(node, isMeant, (child) => {
    found = child;
  });
  return found;
}

/**
 * Whether a key spells a name. Most are dismissed by their length or their last character, because there may be a million
 * of them.
 */
function spells(text: Text, name: string, { info, from, to }: Range & { readonly info: number }): boolean {
  const flags = flagsOf(info);
  const length = to - from;
  if (flags !== 0) {
    if (length < name.length || length > maxEscapeLength * name.length + 2) return false;
  } else {
    if (length !== name.length + 2) return false;
    if (name !== '' && charAt(text, to - 2) !== name.charCodeAt(name.length - 1)) return false;
  }
  return keyName(text, { from, to, flags }) === name;
}

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

/** Sibling rows: their pack, its offset, and the number of members before them. */
interface RowRange {
  readonly pack: Pack;
  readonly offset: number;
  readonly from: number;
  readonly to: number;
  readonly index: number;
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

/** Whether a key matches, by the `info` of its row and its range with quotes. */
type IsMeant = (info: number, from: number, to: number) => boolean;

/**
 * Calls `use` with each member whose key matches. Creates no nodes for the others: there may be a million. No
 * generator: most objects are small, and there may be a million of them too.
 */
function eachKeyed(node: Node, isMeant: IsMeant, use: (child: Node) => void): void {
  const { handle } = node;
  if (handle.type === 'row') {
    const { pack, row, offset } = handle;
    const to = pack.row + pack.rows[row * stride + Column.next]!;
    return eachKeyedRow(node, { pack, offset, from: row + 1, to, index: 0 }, { isMeant, use });
  }
  const { branch } = handle;
  for (let i = 0; i < branch.parts.length; i++) {
    const part = branch.parts[i]!;
    const offset = handle.offset + branch.starts[i]!;
    const index = branch.memberCounts[i]!;
    if (part.type === 'pack')
      eachKeyedRow(node, { pack: part, offset, from: part.row, to: part.rowEnd, index }, { isMeant, use });
    else if (part.keyFrom >= 0 && isMeant(part.keyInfo, offset + part.keyFrom, offset + part.keyTo))
      use(branchNode(node, part, offset, index));
  }
}

function eachKeyedRow(
  parent: Node,
  { pack, offset, from, to, index: first }: RowRange,
  { isMeant, use }: { readonly isMeant: IsMeant; readonly use: (child: Node) => void },
): void {
  const { rows } = pack;
  let index = first;
  for (let row = from; row < to; row = pack.row + rows[row * stride + Column.next]!) {
    const at = row * stride;
    const isKey = kindOf(rows[at]!) === Kind.key;
    if (isKey && isMeant(rows[at]!, offset + rows[at + Column.from]!, offset + rows[at + Column.to]!))
      use(rowNode(parent, { pack, row, offset, index }));
    index++;
  }
}

function rowNode(
  parent: Node,
  at: { readonly pack: Pack; readonly row: number; readonly offset: number; readonly index: number },
): Node {
  const { pack, offset, index } = at;
  const { rows } = pack;
  let { row } = at;
  let key: Key | null = null;
  const info = rows[row * stride]!;
  if (kindOf(info) === Kind.key) {
    key = {
      from: offset + rows[row * stride + Column.from]!,
      to: offset + rows[row * stride + Column.to]!,
      flags: flagsOf(info),
      number: keyNumberOf(info),
    };
    const handle = { type: 'row', pack, row, offset } as const;
    if (pack.row + rows[row * stride + Column.next]! === row + 1) {
      return { kind: Kind.key, flags: 0, from: key.to, to: key.to, parent, index, key, handle };
    }
    row++;
  }
  return {
    kind: kindOf(rows[row * stride]!),
    flags: flagsOf(rows[row * stride]!),
    from: offset + rows[row * stride + Column.from]!,
    to: offset + rows[row * stride + Column.to]!,
    parent,
    index,
    key,
    handle: { type: 'row', pack, row, offset },
  };
}

function branchNode(parent: Node, branch: Branch, offset: number, index: number): Node {
  const key: Key | null =
    branch.keyFrom < 0
      ? null
      : {
          from: offset + branch.keyFrom,
          to: offset + branch.keyTo,
          flags: flagsOf(branch.keyInfo),
          number: keyNumberOf(branch.keyInfo),
        };
  return {
    kind: branch.kind,
    flags: branch.isClosed ? 0 : Flag.broken,
    from: offset + branch.open,
    to: offset + branch.valueTo,
    parent,
    index,
    key,
    handle: { type: 'branch', branch, offset },
  };
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
