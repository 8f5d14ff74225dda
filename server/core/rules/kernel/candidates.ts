import { column, kindOf, nameOf } from '../../syntax/kernel/rows';
import { Column, flagShift, hashShift, kindCapacity, maxNames, maxOpenContainers } from '../../syntax/layout';
import { misspelled } from '../../syntax/tokens/token';
import { Kind } from '../../syntax/tree/nodeKind';
import {
  CandidateField,
  CandidateOf,
  candidateSize,
  comparedHashMask,
  maxCandidates,
  maxProperties,
  maxSchemas,
  ObjectsWith,
} from '../layout';

// The prefilter. Its twin is `rules/checking/candidates.ts`, with the same tables.

/** The tables: see `Tables` in `rules/checking/tables.ts`. */
export const properties: usize = memory.data(2 * maxProperties, 16);
export const itemSchemas: usize = memory.data(2 * maxSchemas, 16);
export const documentedKinds: usize = memory.data(4 * maxSchemas, 16);
export const infoMasks: usize = memory.data(4 * kindCapacity * maxSchemas, 16);
export const objectsWith: usize = memory.data(maxSchemas, 16);

/** The candidates: `candidateSize` numbers each, named in `CandidateField`. */
export const candidates: usize = memory.data(4 * candidateSize * maxCandidates, 16);
let candidateCount: i32 = 0;

/** For each name, the number of the last object that has it. */
const namesMet: usize = memory.data(4 * maxNames, 16);
let currentObject: i32 = 0;

/** Entries per schema in `properties`, and the schema that documents nothing. */
let width: i32 = 0;
let anything: i32 = 0;

/** A container around a row. */
@unmanaged
class Around {
  end: i32 = 0;
  schema: i32 = 0;
  row: i32 = 0;
}
const arounds: usize = memory.data(12 * maxOpenContainers, 16);

/** Sets how the tables are read. */
export function useTables(entriesPerSchema: i32, schemaOfAnything: i32): void {
  width = entriesPerSchema;
  anything = schemaOfAnything;
}

/**
 * Finds the candidates in `count` rows, which are members of a container; `item` is the schema of those without a key.
 * Returns their number, or -1 if there are too many candidates or levels of containers.
 */
export function findCandidates(count: i32, container: i32, item: i32): i32 {
  let depth = 0;
  candidateCount = 0;
  enclose(0, count, container, -1);
  for (let row = 0; row < count; row++) {
    while (row >= aroundAt(depth).end) depth--;
    const around = aroundAt(depth);
    let schema = depth === 0 ? item : <i32>load<i16>(itemSchemas + 2 * around.schema);
    let keyRow = -1;
    if (kindOf(row) === Kind.key) {
      // A key without a value is only a syntax error.
      if (column(row, Column.next) === row + 1) continue;
      const known = propertyOf(around.schema, nameOf(row));
      schema = known < 0 ? anything : known;
      keyRow = row++;
    }
    if (candidateCount + 2 > maxCandidates) return -1;
    const info = column(row, Column.info);
    const kind = kindOf(row);
    const aroundSchema = depth === 0 ? -1 : around.schema;
    if ((info & load<i32>(infoMasks + 4 * (kindCapacity * schema + kind))) !== 0)
      add(CandidateOf.value, row, keyRow, around.row, schema, aroundSchema);
    if (kind !== Kind.object && kind !== Kind.array) continue;
    // A container of the wrong type documents nothing about its members.
    const isDocumented = ((load<i32>(documentedKinds + 4 * schema) >> kind) & 1) === 1;
    const inside = isDocumented ? schema : anything;
    if (kind === Kind.object && isCandidate(row, inside))
      add(CandidateOf.object, row, keyRow, around.row, inside, aroundSchema);
    if (++depth === maxOpenContainers) return -1;
    enclose(depth, column(row, Column.next), inside, row);
  }
  return candidateCount;
}

/** Whether some rule looks at an object with these keys. */
function isCandidate(object: i32, schema: i32): bool {
  const looked = <i32>load<u8>(objectsWith + schema);
  if (looked === 0) return false;
  if ((looked & ObjectsWith.anyKeys) !== 0) return true;
  const current = ++currentObject;
  const end = column(object, Column.next);
  let others: u64 = 0;
  for (let row = object + 1; row < end; row = column(row, Column.next)) {
    if (kindOf(row) !== Kind.key) continue;
    const name = nameOf(row);
    if ((looked & ObjectsWith.unknownKey) !== 0 && propertyOf(schema, name) < 0) return true;
    if ((looked & ObjectsWith.repeatedKey) === 0) continue;
    if (name > 0) {
      if (load<i32>(namesMet + 4 * name) === current) return true;
      store<i32>(namesMet + 4 * name, current);
    } else {
      // Names without a number differ if the low bits of their hashes do: one bit for each value.
      const info = column(row, Column.info);
      const bit: u64 = (<u64>1) << ((info >>> hashShift) & comparedHashMask);
      if ((others & bit) !== 0 || ((info >>> flagShift) & misspelled) !== 0) return true;
      others |= bit;
    }
  }
  return false;
}

function add(what: i32, row: i32, keyRow: i32, aroundRow: i32, schema: i32, aroundSchema: i32): void {
  const at = candidates + 4 * candidateSize * candidateCount++;
  store<i32>(at, what, 4 * CandidateField.of);
  store<i32>(at, row, 4 * CandidateField.row);
  store<i32>(at, keyRow, 4 * CandidateField.keyRow);
  store<i32>(at, aroundRow, 4 * CandidateField.aroundRow);
  store<i32>(at, schema, 4 * CandidateField.schema);
  store<i32>(at, aroundSchema, 4 * CandidateField.aroundSchema);
}

function enclose(level: i32, end: i32, schema: i32, row: i32): void {
  const around = aroundAt(level);
  around.end = end;
  around.schema = schema;
  around.row = row;
}

function aroundAt(level: i32): Around {
  return changetype<Around>(arounds + offsetof<Around>() * level);
}

/** The schema of a property; -1 if its name is unknown there. */
function propertyOf(container: i32, name: i32): i32 {
  return load<i16>(properties + 2 * (container * width + name));
}
