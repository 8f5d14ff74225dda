import { Column, stride } from '../../syntax/layout';
import type { Node } from '../../syntax/nodes/node';
import { Flag } from '../../syntax/tokens/token';
import { Kind } from '../../syntax/tree/nodeKind';
import { type Branch, flagsOf, kindOf, type Pack, type Part } from '../../syntax/tree/tree';
import type { Range } from '../../text/range';

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
export function sliceOfPart(part: Part, offset: number): PartSlice {
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
export function rowValue(pack: Pack, row: number, offset: number): Value | null {
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
