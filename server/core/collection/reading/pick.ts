import { maxNames, stride } from '../../syntax/layout';
import type { Vocabulary } from '../../syntax/tokens/vocabulary';
import { Kind } from '../../syntax/tree/nodeKind';
import { keyNumberOf, kindOf, type Pack } from '../../syntax/tree/tree';
import { branchValue, type PartSlice, rowAfter, rowValue, sliceOfPart, type Value } from './values';

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
