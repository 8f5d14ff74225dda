import { Column, maxNames, stride } from '../../syntax/layout';
import type { Node } from '../../syntax/nodes/node';
import { Flag } from '../../syntax/tokens/token';
import type { Vocabulary } from '../../syntax/tokens/vocabulary';
import { Kind } from '../../syntax/tree/nodeKind';
import { decodeString } from '../../syntax/tree/strings';
import { type Branch, flagsOf, keyNumberOf, kindOf, type Pack, type Part } from '../../syntax/tree/tree';
import { maxEscapeLength } from '../../text/escapes';
import type { Range } from '../../text/range';
import { sliceText, type Text } from '../../text/text';

/**
 * A value in the tree: smaller than a `Node`, because a collection reads millions. Offsets are UTF-16 code units of the
 * document.
 */
export interface Value extends Range {
  readonly kind: Kind;
  readonly flags: number;
  /** Its branch, or the pack that contains its row; and the offset of that part. */
  readonly part: Part;
  readonly offset: number;
  /** -1 for a branch. */
  readonly row: number;
}

/** Names of members to look for in an object. */
export interface Fields {
  readonly count: number;
  /** By the number of a name: its index among the names plus 1; 0 for other names. */
  readonly slots: Uint8Array;
}

/** Names must be in the vocabulary: those of schemas and of common companions are. */
export function fieldsOf(vocabulary: Vocabulary, names: readonly string[]): Fields {
  const slots = new Uint8Array(maxNames);
  for (const [i, name] of names.entries()) slots[vocabulary.numberOf(name)] = i + 1;
  slots[0] = 0;
  return { count: names.length, slots };
}

/** The values of some members of an object, in the order of the names; of duplicates the last, which counts. */
export function pick(object: Value, { count, slots }: Fields): (Value | null)[] {
  const found: (Value | null)[] = [];
  for (let i = 0; i < count; i++) found.push(null);
  if (object.kind !== Kind.object) return found;
  const { part, offset, row } = object;
  if (part.type === 'pack') {
    pickRows(found, slots, { part, offset, row: row + 1, rowEnd: rowAfter(part, row) });
    return found;
  }
  for (let i = 0; i < part.parts.length; i++) {
    const inner = part.parts[i]!;
    const start = offset + part.starts[i]!;
    if (inner.type === 'pack') pickRows(found, slots, sliceOfPart(inner, start));
    else {
      const slot = inner.keyFrom < 0 ? 0 : slots[keyNumberOf(inner.keyInfo)]!;
      if (slot > 0) found[slot - 1] = branchValue(inner, start);
    }
  }
  return found;
}

function pickRows(
  found: (Value | null)[],
  slots: Uint8Array,
  { part, offset, row: first, rowEnd }: PartSlice,
): void {
  const pack = part as Pack;
  for (let row = first; row < rowEnd; row = rowAfter(pack, row)) {
    const info = pack.rows[row * stride]!;
    const slot = kindOf(info) === Kind.key ? slots[keyNumberOf(info)]! : 0;
    if (slot > 0) found[slot - 1] = rowValue(pack, row, offset);
  }
}

/** The value under a name that need not be in the vocabulary; of duplicates, the last. */
export function memberCalled(text: Text, object: Value, name: string): Value | null {
  let found: Value | null = null;
  for (const key of keysIn(object, maxMembers))
    if (isCalled(text, key, name)) found = valueUnder(key) ?? found;
  return found;
}

/** Maximum members of an object to search. */
const maxMembers = 1000;

function isCalled(text: Text, { from, to, flags }: Key, name: string): boolean {
  // Skip most names by length, without reading their text.
  const length = to - from;
  const mayBe =
    flags === 0
      ? length === name.length + 2
      : length >= name.length && length <= maxEscapeLength * name.length + 2;
  return mayBe && decodeString(sliceText(text, from, to), flags) === name;
}

/** A key of an object. */
export interface Key extends Range {
  readonly flags: number;
  /** Number in the vocabulary; 0 for an unknown name. */
  readonly number: number;
  /** The part that contains it, or its branch; its row, -1 for a branch; and the offset of that part. */
  readonly part: Part;
  readonly row: number;
  readonly offset: number;
}

/** The keys of the first members of an object. */
export function keysIn(object: Value, limit: number): Key[] {
  const found: Key[] = [];
  if (object.kind !== Kind.object) return found;
  let seen = 0;
  for (const { part, offset, row: first, rowEnd } of slicesIn(object)) {
    if (part.type === 'branch') {
      if (++seen > limit) return found;
      if (part.keyFrom >= 0) found.push(keyOfBranch(part, offset));
      continue;
    }
    for (let row = first; row < rowEnd; row = rowAfter(part, row)) {
      if (++seen > limit) return found;
      if (kindOf(part.rows[row * stride]!) === Kind.key) found.push(keyOfRow(part, row, offset));
    }
  }
  return found;
}

/** The value under a key; null if it is missing. */
export function valueUnder({ part, row, offset }: Key): Value | null {
  return part.type === 'branch' ? branchValue(part, offset) : rowValue(part, row, offset);
}

/** The key of a value that is a member of an object. */
export function keyOf({ part, row, offset }: Value): Key {
  return part.type === 'branch' ? keyOfBranch(part, offset) : keyOfRow(part, row - 1, offset);
}

export interface Member {
  readonly key: string;
  readonly value: Value;
}

/** The first members of an object that have names and values, without those whose name is too long. */
export function membersOf(
  text: Text,
  object: Value,
  { limit, maxNameLength = 100 }: { readonly limit: number; readonly maxNameLength?: number },
): Member[] {
  const found: Member[] = [];
  for (const key of keysIn(object, limit)) {
    const value = valueUnder(key);
    const name = value === null ? null : nameAt(text, key, maxNameLength);
    if (name !== null) found.push({ key: name, value: value! });
  }
  return found;
}

/** At most `limit` items of an array, from an index on. Also works for members of other containers. */
export function itemsOf(array: Value, from: number, limit: number): Value[] {
  const found: Value[] = [];
  let index = 0;
  for (const { part, offset, row: first, rowEnd } of slicesIn(array)) {
    if (found.length >= limit) break;
    if (index + part.members <= from && array.row < 0) {
      index += part.members;
      continue;
    }
    if (part.type === 'branch') {
      if (index++ >= from) found.push(branchValue(part, offset));
      continue;
    }
    for (let row = first; row < rowEnd && found.length < limit; row = rowAfter(part, row)) {
      // Members without a value count as well, as in member numbers.
      if (index++ >= from) found.push(memberRow(part, row, offset));
    }
  }
  return found;
}

/** Number of members of a container. */
export function countIn(container: Value): number {
  const { part, row } = container;
  if (part.type === 'branch') return part.memberCounts[part.parts.length]!;
  const end = rowAfter(part, row);
  let count = 0;
  for (let child = row + 1; child < end; child = rowAfter(part, child)) count++;
  return count;
}

/** A part of a container and its offset; for a pack, also the rows that belong to the container. */
export interface PartSlice {
  readonly part: Part;
  readonly offset: number;
  readonly row: number;
  readonly rowEnd: number;
}

/** The parts of a container in order; for a small one, the pack that contains it. */
export function* slicesIn({ part, row, offset }: Value): Generator<PartSlice> {
  if (part.type === 'pack') {
    yield { part, offset, row: row + 1, rowEnd: rowAfter(part, row) };
    return;
  }
  for (let i = 0; i < part.parts.length; i++) yield sliceOfPart(part.parts[i]!, offset + part.starts[i]!);
}

/** A whole part. */
function sliceOfPart(part: Part, offset: number): PartSlice {
  const isPack = part.type === 'pack';
  return { part, offset, row: isPack ? part.row : -1, rowEnd: isPack ? part.rowEnd : -1 };
}

/** The values of a slice, including missing values. */
export function valuesIn({ part, offset, row, rowEnd }: PartSlice): Value[] {
  if (part.type === 'branch') return [branchValue(part, offset)];
  const found: Value[] = [];
  for (let at = row; at < rowEnd; at = rowAfter(part, at)) found.push(memberRow(part, at, offset));
  return found;
}

/** The objects among the values of a slice. */
export function* objectsIn({ part, offset, row, rowEnd }: PartSlice): Generator<Value> {
  if (part.type === 'branch') yield branchValue(part, offset);
  else
    for (let at = row; at < rowEnd; at = rowAfter(part, at))
      if (kindOf(part.rows[at * stride]!) === Kind.object) yield memberRow(part, at, offset);
}

export function branchValue(branch: Branch, offset: number): Value {
  const { kind, isClosed, open, valueTo } = branch;
  const flags = isClosed ? 0 : Flag.broken;
  return { kind, flags, from: offset + open, to: offset + valueTo, part: branch, offset, row: -1 };
}

export function valueOfNode({ kind, flags, from, to, handle }: Node): Value {
  const { offset } = handle;
  if (handle.type === 'branch') return { kind, flags, from, to, part: handle.branch, offset, row: -1 };
  return { kind, flags, from, to, part: handle.pack, offset, row: handle.row };
}

/** The value of a member's row: after its key, if it has one; null if it is missing. */
function rowValue(pack: Pack, row: number, offset: number): Value | null {
  const isKey = kindOf(pack.rows[row * stride]!) === Kind.key;
  if (isKey && rowAfter(pack, row) === row + 1) return null;
  return valueAt(pack, isKey ? row + 1 : row, offset);
}

/** The value of a member's row; a key stands for a missing value. */
export function memberRow(pack: Pack, row: number, offset: number): Value {
  return rowValue(pack, row, offset) ?? valueAt(pack, row, offset);
}

function valueAt(pack: Pack, row: number, offset: number): Value {
  const at = row * stride;
  const { rows } = pack;
  const info = rows[at]!;
  const [from, to] = [offset + rows[at + Column.from]!, offset + rows[at + Column.to]!];
  return { kind: kindOf(info), flags: flagsOf(info), from, to, part: pack, offset, row };
}

/** The row after the subtree of a row. */
export function rowAfter(pack: Pack, row: number): number {
  return pack.row + pack.rows[row * stride + Column.next]!;
}

function keyOfBranch(branch: Branch, offset: number): Key {
  const { keyFrom, keyTo, keyInfo } = branch;
  const [flags, number] = [flagsOf(keyInfo), keyNumberOf(keyInfo)];
  return { from: offset + keyFrom, to: offset + keyTo, flags, number, part: branch, row: -1, offset };
}

function keyOfRow(pack: Pack, row: number, offset: number): Key {
  const at = row * stride;
  const { rows } = pack;
  const info = rows[at]!;
  const [from, to] = [offset + rows[at + Column.from]!, offset + rows[at + Column.to]!];
  return { from, to, flags: flagsOf(info), number: keyNumberOf(info), part: pack, row, offset };
}

/** A decoded name; null if it is too long. */
function nameAt(text: Text, { from, to, flags }: Key, maxLength: number): string | null {
  if (to - from > maxEscapeLength * maxLength + 2) return null;
  const name = decodeString(sliceText(text, from, to), flags);
  return name.length > maxLength ? null : name;
}
