import { maxEscapeLength } from '../../text/escapes';
import type { Range } from '../../text/range';
import { charAt, type Text } from '../../text/text';
import { Column, stride } from '../layout';
import { Kind } from '../tree/nodeKind';
import { keyName } from '../tree/strings';
import { flagsOf, keyNumberOf, kindOf } from '../tree/tree';
import { branchNode, type Node, type RowRange, rowNode } from './node';

/** A name to look for among the members of objects. */
export interface Name {
  readonly text: string;
  /** Its number in the vocabulary of the grammar; 0 for an unknown name. */
  readonly number: number;
}

/**
 * The first `most` members of an object with a given name, in order. Members with another number are skipped without
 * reading their text.
 */
export function childrenNamed(text: Text, node: Node, name: Name, most: number): Node[] {
  const found: Node[] = [];
  const isMeant = isNamed(text, name);
  eachKeyed(
    node,
    (info, from, to) => found.length < most && isMeant(info, from, to),
    (child) => found.push(child()),
  );
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

/** The value under a key; of repeated keys, the last one, which counts. */
export function childWithKey(text: Text, node: Node, name: string): Node | null {
  return lastKeyed(node, (info, from, to) => spells(text, name, { info, from, to }));
}

function lastKeyed(node: Node, isMeant: IsMeant): Node | null {
  if (node.kind !== Kind.object) return null;
  const found: { last?: () => Node } = {};
  eachKeyed(node, isMeant, (child) => {
    found.last = child;
  });
  return found.last?.() ?? null;
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

/** Whether a key matches, by the `info` of its row and its range with quotes. */
type IsMeant = (info: number, from: number, to: number) => boolean;

/**
 * Calls `use` with a function that creates the node of each member whose key matches: there may be a million of one
 * name. No generator: most objects are small, and there may be a million of them too.
 */
function eachKeyed(node: Node, isMeant: IsMeant, use: (child: () => Node) => void): void {
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
      use(() => branchNode(node, part, offset, index));
  }
}

function eachKeyedRow(
  parent: Node,
  { pack, offset, from, to, index: first }: RowRange,
  { isMeant, use }: { readonly isMeant: IsMeant; readonly use: (child: () => Node) => void },
): void {
  const { rows } = pack;
  let index = first;
  for (let row = from; row < to; row = pack.row + rows[row * stride + Column.next]!) {
    const at = row * stride;
    const isKey = kindOf(rows[at]!) === Kind.key;
    if (isKey && isMeant(rows[at]!, offset + rows[at + Column.from]!, offset + rows[at + Column.to]!)) {
      const place = { pack, row, offset, index };
      use(() => rowNode(parent, place));
    }
    index++;
  }
}
