import { Column, hashShift, kindCapacity, nameMask, stride } from '../../syntax/layout';
import { misspelled } from '../../syntax/tokens/token';
import { Kind } from '../../syntax/tree/nodeKind';
import { flagsOf, keyNumberOf, kindOf, type Pack } from '../../syntax/tree/tree';
import { CandidateOf, candidateSize, comparedHashMask, ObjectsWith } from '../layout';
import type { Tables } from './tables';

/**
 * The prefilter: finds the few values and objects in a pack that some rule looks at. Returns `candidateSize` numbers
 * for each, in document order; rows are counted from the first row of the pack. Valid until the next call.
 */
export function candidatesIn(tables: Tables, pack: Pack, { container, item }: Container): Int32Array {
  const { rows, row: first } = pack;
  const { anything, documentedKinds, infoMasks, itemSchemas } = tables;
  found.clear();
  // The open containers, outermost first: numbers, because there may be ten thousand in each other.
  const ends = [pack.rowEnd - first];
  const aroundRows = [-1];
  const schemas = [container];
  let depth = 0;
  for (let row = 0; first + row < pack.rowEnd; row++) {
    while (row >= ends[depth]!) depth--;
    const aroundRow = aroundRows[depth]!;
    const known = schemas[depth]!;
    const isOutermost = depth === 0;
    let schema = isOutermost ? item : itemSchemas[known]!;
    let keyRow = -1;
    let at = (first + row) * stride;
    if (kindOf(rows[at]!) === Kind.key) {
      // A key without a value is only a syntax error.
      if (rows[at + Column.next] === row + 1) continue;
      const property = propertyOf(tables, known, keyNumberOf(rows[at]!));
      schema = property < 0 ? anything : property;
      keyRow = row++;
      at += stride;
    }
    const kind = kindOf(rows[at]!);
    const aroundSchema = isOutermost ? -1 : known;
    if ((rows[at]! & infoMasks[schema * kindCapacity + kind]!) !== 0)
      found.add(CandidateOf.value, row, keyRow, aroundRow, schema, aroundSchema);
    if (kind !== Kind.object && kind !== Kind.array) continue;
    // A container of the wrong type documents nothing about its members.
    const inside = ((documentedKinds[schema]! >> kind) & 1) === 1 ? schema : anything;
    if (kind === Kind.object && isCandidate(tables, pack, { row, schema: inside }))
      found.add(CandidateOf.object, row, keyRow, aroundRow, inside, aroundSchema);
    depth++;
    ends[depth] = rows[at + Column.next]!;
    aroundRows[depth] = row;
    schemas[depth] = inside;
  }
  return found.numbers;
}

/** Numbers in memory that is used again: there may be many. */
class Numbers {
  private all = new Int32Array(candidateSize * 1000);
  private count = 0;

  get numbers(): Int32Array {
    return this.all.subarray(0, this.count);
  }

  clear(): void {
    this.count = 0;
  }

  add(...numbers: readonly number[]): void {
    if (this.count + numbers.length > this.all.length) {
      const { all } = this;
      this.all = new Int32Array(2 * all.length);
      this.all.set(all);
    }
    for (const number of numbers) this.all[this.count++] = number;
  }
}

const found = new Numbers();

/** Schema ids of a container, and of its members without a key. */
export interface Container {
  readonly container: number;
  readonly item: number;
}

/** Whether some rule looks at an object with these keys. */
function isCandidate(
  tables: Tables,
  { rows, row: first }: Pack,
  object: { readonly row: number; readonly schema: number },
): boolean {
  const looked = tables.objectsWith[object.schema]!;
  if (looked === 0) return false;
  if ((looked & ObjectsWith.anyKeys) !== 0) return true;
  const met = new Set<number>();
  const end = rows[(first + object.row) * stride + Column.next]!;
  for (let row = object.row + 1; row < end; row = rows[(first + row) * stride + Column.next]!) {
    const info = rows[(first + row) * stride]!;
    if (kindOf(info) !== Kind.key) continue;
    const name = keyNumberOf(info);
    if ((looked & ObjectsWith.unknownKey) !== 0 && propertyOf(tables, object.schema, name) < 0) return true;
    if ((looked & ObjectsWith.repeatedKey) === 0) continue;
    if (name === 0 && (flagsOf(info) & misspelled) !== 0) return true;
    // Names without a number differ if the low bits of their hashes do.
    const mark = name > 0 ? name : nameMask + 1 + ((info >>> hashShift) & comparedHashMask);
    if (met.has(mark)) return true;
    met.add(mark);
  }
  return false;
}

/** The schema of a property; -1 if its name is unknown there. */
function propertyOf({ properties, width }: Tables, container: number, name: number): number {
  return properties[container * width + name]!;
}
