import { maxEscapeLength } from '../../text/escapes';
import type { Range } from '../../text/range';
import { charAt, type Text } from '../../text/text';
import { Column, stride } from '../layout';
import { Kind } from '../tree/nodeKind';
import { keyName } from '../tree/strings';
import { flagsOf, keyNumberOf, kindOf, type Pack } from '../tree/tree';
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
  const { number, isMeant } = isNamed(text, name);
  const wanted: Wanted = { number, isMeant: (...key) => found.length < most && isMeant(...key) };
  for (let part = 0; part < partCount(node) && found.length < most; part++)
    eachKeyed(node, part, wanted, (child) => found.push(child()));
  return found;
}

/** The member of an object with a given name; of duplicates the last, which counts. As fast as `childrenNamed`. */
export function childNamed(text: Text, node: Node, name: Name): Node | null {
  return lastKeyed(node, isNamed(text, name));
}

function isNamed(text: Text, { text: name, number }: Name): Wanted {
  // Names without a schema share a number.
  if (number === 0) return { number, isMeant: (info, from, to) => spells(text, name, { info, from, to }) };
  return { number, isMeant: (info) => keyNumberOf(info) === number };
}

/** The value under a key; of repeated keys, the last one, which counts. */
export function childWithKey(text: Text, node: Node, name: string): Node | null {
  return lastKeyed(node, { number: 0, isMeant: (info, from, to) => spells(text, name, { info, from, to }) });
}

function lastKeyed(node: Node, wanted: Wanted): Node | null {
  if (node.kind !== Kind.object) return null;
  const found: { last?: () => Node } = {};
  for (let part = partCount(node) - 1; part >= 0 && found.last === undefined; part--) {
    eachKeyed(node, part, wanted, (child) => {
      found.last = child;
    });
  }
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

/** Which keys are looked for. */
interface Wanted {
  /** The only number that they have; 0 if they can have any. */
  readonly number: number;
  /** Whether a key matches, by the `info` of its row and its range with quotes. */
  readonly isMeant: (info: number, from: number, to: number) => boolean;
}

/** The number of parts of an object; a small one is in one part with its surroundings. */
function partCount({ handle }: Node): number {
  return handle.type === 'row' ? 1 : handle.branch.parts.length;
}

/**
 * Calls `use` with a function that creates the node of each member in a part of an object whose key matches: there may
 * be a million of one name. No generator: most objects are small, and there may be a million of them too.
 */
function eachKeyed(node: Node, part: number, wanted: Wanted, use: (child: () => Node) => void): void {
  const { handle } = node;
  if (handle.type === 'row') {
    const { pack, row, offset } = handle;
    const to = pack.row + pack.rows[row * stride + Column.next]!;
    return eachKeyedRow(node, { pack, offset, from: row + 1, to, index: 0 }, { wanted, use });
  }
  const { branch } = handle;
  const member = branch.parts[part]!;
  const offset = handle.offset + branch.starts[part]!;
  const index = branch.memberCounts[part]!;
  if (member.type === 'pack') {
    if (wanted.number > 0 && (numbersIn(member) & bitOf(wanted.number)) === 0) return;
    const { row: from, rowEnd: to } = member;
    eachKeyedRow(node, { pack: member, offset, from, to, index }, { wanted, use });
  } else if (
    member.keyFrom >= 0 &&
    wanted.isMeant(member.keyInfo, offset + member.keyFrom, offset + member.keyTo)
  ) {
    use(() => branchNode(node, member, offset, index));
  }
}

/** Of each pack that was searched: one bit for each number of its members' keys, of which several share one. */
const numbersByPack = new WeakMap<Pack, number>();

/** An object of a million members is searched for many names, and each time after an edit: once for all of them. */
function numbersIn(pack: Pack): number {
  const known = numbersByPack.get(pack);
  if (known !== undefined) return known;
  const { rows, row: from, rowEnd: to } = pack;
  let bits = 0;
  for (let row = from; row < to; row = pack.row + rows[row * stride + Column.next]!)
    bits |= bitOf(keyNumberOf(rows[row * stride]!));
  numbersByPack.set(pack, bits);
  return bits;
}

function bitOf(number: number): number {
  return 1 << (number & 31);
}

function eachKeyedRow(
  parent: Node,
  { pack, offset, from, to, index: first }: RowRange,
  { wanted: { isMeant }, use }: { readonly wanted: Wanted; readonly use: (child: () => Node) => void },
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
