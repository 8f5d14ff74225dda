import { Column, hashShift, kindCapacity, nameMask, stride } from '../../syntax/layout';
import { misspelled } from '../../syntax/tokens/token';
import { Kind } from '../../syntax/tree/nodeKind';
import { flagsOf, keyNumberOf, kindOf, type Pack } from '../../syntax/tree/tree';
import { CandidateOf, comparedHashMask, ObjectsWith } from '../layout';
import type { Tables } from './tables';

/**
 * The prefilter: finds the few values and objects in a pack that some rule looks at. Returns `candidateSize` numbers
 * for each, in document order; rows are counted from the first row of the pack.
 */
export function candidatesIn(tables: Tables, pack: Pack, { container, item }: Container): number[] {
  const { rows, row: first } = pack;
  const { anything, documentedKinds, infoMasks, itemSchemas } = tables;
  const found: number[] = [];
  const around = [{ end: pack.rowEnd - first, row: -1, schema: container }];
  for (let row = 0; first + row < pack.rowEnd; row++) {
    while (row >= around[around.length - 1]!.end) around.pop();
    const { row: aroundRow, schema: known } = around[around.length - 1]!;
    const isOutermost = around.length === 1;
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
      found.push(CandidateOf.value, row, keyRow, aroundRow, schema, aroundSchema);
    if (kind !== Kind.object && kind !== Kind.array) continue;
    // A container of the wrong type documents nothing about its members.
    const inside = ((documentedKinds[schema]! >> kind) & 1) === 1 ? schema : anything;
    if (kind === Kind.object && isCandidate(tables, pack, { row, schema: inside }))
      found.push(CandidateOf.object, row, keyRow, aroundRow, inside, aroundSchema);
    around.push({ end: rows[at + Column.next]!, row, schema: inside });
  }
  return found;
}

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
