import {
  deepest,
  documentedKinds,
  doubtLimit,
  doubts,
  itemSchemas,
  nameFlags,
  namesMet,
  plainKinds,
  properties,
  rows,
} from './memory';

// Finds the values that rules have to look at among those, nearly all, of which none can have anything to say. What the schemas say stands in tables, by the id of a schema and the number of a name.

// The numbers of `Kind` and `Flag`, and how a row is made up.
const objectKind: i32 = 2;
const arrayKind: i32 = 3;
const keyKind: i32 = 9;
const kindMask: i32 = 15;
const nameShift: i32 = 16;
const flagShift: i32 = 4;
const looked: i32 = (4 | 8) << flagShift;
const misspelled: i32 = (1 | 2 | 16) << flagShift;
const rowSize: usize = 16;
const rowNext: usize = 12;

/** What `nameFlags` hold. */
const takesAnyName: i32 = 1;
const needsNames: i32 = 2;

/** The number of names and one, and the schema that says nothing. */
let width: i32 = 0;
let anything: i32 = 0;
/** Stands for an object in `namesMet`, which holds for each name the object that it was met in last. */
let currentObject: i32 = 0;

/** Of the containers that a row is in: where they end, their schemas, and their rows. */
const ends: usize = memory.data(4 * deepest, 16);
const schemas: usize = memory.data(4 * deepest, 16);
const arounds: usize = memory.data(4 * deepest, 16);

/** What has to be looked at: a value, or the names in an object. */
const ofValue: i32 = 0;
const ofNames: i32 = 1;
const doubtSize: usize = 24;
let doubtCount: i32 = 0;

/** Says how the tables are to be read. */
export function useTables(nameCount: i32, schemaOfAnything: i32): void {
  width = nameCount + 1;
  anything = schemaOfAnything;
}

/**
 * Finds what rules have to look at in `count` rows, which are members of a container; `item` is the schema of
 * those without a name. Gives how many doubts there are, or -1 where it has no room for all of them or for the
 * levels. A doubt is what it is of, the row of the value, that of its name and that of the container around it
 * (-1 for none), and the schemas of the value and of the container (-1 for that in which the members are).
 */
export function findDoubts(count: i32, container: i32, item: i32): i32 {
  let depth = 0;
  doubtCount = 0;
  store<i32>(ends, count);
  store<i32>(schemas, container);
  store<i32>(arounds, -1);
  for (let row = 0; row < count; row++) {
    while (row >= load<i32>(ends + 4 * depth)) depth--;
    const around = load<i32>(schemas + 4 * depth);
    const aroundRow = load<i32>(arounds + 4 * depth);
    let schema = depth === 0 ? item : <i32>load<i16>(itemSchemas + 2 * around);
    let nameRow = -1;
    if ((infoOf(row) & kindMask) === keyKind) {
      // A name without a value is a mistake of syntax, and no more.
      if (load<i32>(addressOf(row), rowNext) === row + 1) continue;
      const known = propertyOf(around, nameOf(infoOf(row)));
      schema = known < 0 ? anything : known;
      nameRow = row++;
    }
    if (doubtCount + 2 > doubtLimit) return -1;
    const info = infoOf(row);
    const kind = info & kindMask;
    const isPlain = ((load<i32>(plainKinds + 4 * schema) >> kind) & 1) === 1 && (info & looked) === 0;
    if (!isPlain) doubt(ofValue, row, nameRow, aroundRow, schema, depth === 0 ? -1 : around);
    if (kind !== objectKind && kind !== arrayKind) continue;
    // A container of another type than documented says nothing of its members.
    const isDocumented = ((load<i32>(documentedKinds + 4 * schema) >> kind) & 1) === 1;
    const inside = isDocumented ? schema : anything;
    if (kind === objectKind && hasDoubtfulNames(row, inside)) doubt(ofNames, row, -1, -1, inside, -1);
    if (++depth === deepest) return -1;
    store<i32>(ends + 4 * depth, load<i32>(addressOf(row), rowNext));
    store<i32>(schemas + 4 * depth, inside);
    store<i32>(arounds + 4 * depth, row);
  }
  return doubtCount;
}

function doubt(what: i32, row: i32, nameRow: i32, aroundRow: i32, schema: i32, aroundSchema: i32): void {
  const at = doubts + doubtSize * doubtCount++;
  store<i32>(at, what);
  store<i32>(at, row, 4);
  store<i32>(at, nameRow, 8);
  store<i32>(at, aroundRow, 12);
  store<i32>(at, schema, 16);
  store<i32>(at, aroundSchema, 20);
}

/** Whether an object may lack a name, have one twice, or have one that is not known. */
function hasDoubtfulNames(row: i32, schema: i32): bool {
  const flags = <i32>load<u8>(nameFlags + schema);
  if ((flags & needsNames) !== 0) return true;
  const object = ++currentObject;
  const end = load<i32>(addressOf(row), rowNext);
  let others: u64 = 0;
  for (let child = row + 1; child < end; child = load<i32>(addressOf(child), rowNext)) {
    const info = infoOf(child);
    if ((info & kindMask) !== keyKind) continue;
    const name = nameOf(info);
    if ((flags & takesAnyName) === 0 && propertyOf(schema, name) < 0) return true;
    if (name > 0) {
      if (load<i32>(namesMet + 4 * name) === object) return true;
      store<i32>(namesMet + 4 * name, object);
    } else {
      // Names that are not known cannot be the same where their telling bytes are not: a bit for each.
      const telling: u64 = (<u64>1) << ((info >>> (nameShift + 8)) & 63);
      if ((others & telling) !== 0 || (info & misspelled) !== 0) return true;
      others |= telling;
    }
  }
  return false;
}

/** The schema of a property; -1 for a name that is not known there. */
function propertyOf(container: i32, name: i32): i32 {
  return load<i16>(properties + 2 * (container * width + name));
}

/** The number of a name. */
function nameOf(info: i32): i32 {
  return (info >>> nameShift) & 0xff;
}

function infoOf(row: i32): i32 {
  return load<i32>(addressOf(row));
}

function addressOf(row: i32): usize {
  return rows + rowSize * row;
}
