import { Column, stride } from '../../syntax/layout';
import { Kind } from '../../syntax/tree/nodeKind';
import { decodeString } from '../../syntax/tree/strings';
import { type Branch, flagsOf, keyNumberOf, kindOf, type Pack, type Part } from '../../syntax/tree/tree';
import { maxEscapeLength } from '../../text/escapes';
import type { Range } from '../../text/range';
import { sliceText, type Text } from '../../text/text';
import { branchValue, rowAfter, rowValue, slicesIn, type Value } from './values';

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
function valueUnder({ part, row, offset }: Key): Value | null {
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
