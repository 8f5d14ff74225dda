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
} from './memory';
import {
  arrayKind,
  keyKind,
  kindOf,
  lookedAtFlags,
  misspelledFlags,
  nameOf,
  nameShift,
  objectKind,
  rowAt,
} from './tree';

// Finds the values that rules have to look at among those, nearly all, of which none can have anything to say.
// What the schemas say stands in tables, by the id of a schema and the number of a name.

/** What `nameFlags` hold. */
const takesAnyName: i32 = 1;
const needsNames: i32 = 2;

/** The number of names and one, and the schema that says nothing. */
let width: i32 = 0;
let anything: i32 = 0;
/** Stands for an object in `namesMet`, which holds for each name the object that it was met in last. */
let currentObject: i32 = 0;

/** A container that a row is in. */
@unmanaged
class Around {
  end: i32 = 0;
  schema: i32 = 0;
  row: i32 = 0;
}
const arounds: usize = memory.data(12 * deepest, 16);

/** Something to look at. */
@unmanaged
class Doubt {
  /** 0 for a value, 1 for the names in an object. */
  what: i32 = 0;
  /** The rows of the value, its name and the container around it; -1 for none. */
  row: i32 = 0;
  nameRow: i32 = 0;
  aroundRow: i32 = 0;
  schema: i32 = 0;
  /** The schema of the container; -1 for the one that all members are in. */
  aroundSchema: i32 = 0;
}
let doubtCount: i32 = 0;

/** Says how the tables are to be read. */
export function useTables(nameCount: i32, schemaOfAnything: i32): void {
  width = nameCount + 1;
  anything = schemaOfAnything;
}

/**
 * Finds what rules have to look at in `count` rows, which are members of a container; `item` is the schema of
 * those without a name. Gives how many doubts there are, or -1 where there is no room for all of them or for
 * the levels of containers.
 */
export function findDoubts(count: i32, container: i32, item: i32): i32 {
  let depth = 0;
  doubtCount = 0;
  enclose(0, count, container, -1);
  for (let index = 0; index < count; index++) {
    while (index >= aroundAt(depth).end) depth--;
    const around = aroundAt(depth);
    let schema = depth === 0 ? item : <i32>load<i16>(itemSchemas + 2 * around.schema);
    let nameRow = -1;
    if (kindOf(rowAt(index)) === keyKind) {
      // A name without a value is a mistake of syntax, and no more.
      if (rowAt(index).next === index + 1) continue;
      const known = propertyOf(around.schema, nameOf(rowAt(index)));
      schema = known < 0 ? anything : known;
      nameRow = index++;
    }
    if (doubtCount + 2 > doubtLimit) return -1;
    const row = rowAt(index);
    const kind = kindOf(row);
    if (!hasKind(plainKinds, schema, kind) || (row.info & lookedAtFlags) !== 0)
      addDoubt(0, index, nameRow, around.row, schema, depth === 0 ? -1 : around.schema);
    if (kind !== objectKind && kind !== arrayKind) continue;
    // A container of another type than documented says nothing of its members.
    const inside = hasKind(documentedKinds, schema, kind) ? schema : anything;
    if (kind === objectKind && hasDoubtfulNames(index, inside)) addDoubt(1, index, -1, -1, inside, -1);
    if (++depth === deepest) return -1;
    enclose(depth, row.next, inside, index);
  }
  return doubtCount;
}

/** Whether an object may lack a name, have one twice, or have one that is not known. */
function hasDoubtfulNames(object: i32, schema: i32): bool {
  const flags = <i32>load<u8>(nameFlags + schema);
  if ((flags & needsNames) !== 0) return true;
  const current = ++currentObject;
  const end = rowAt(object).next;
  let others: u64 = 0;
  for (let child = object + 1; child < end; child = rowAt(child).next) {
    const key = rowAt(child);
    if (kindOf(key) !== keyKind) continue;
    const name = nameOf(key);
    if ((flags & takesAnyName) === 0 && propertyOf(schema, name) < 0) return true;
    if (name > 0) {
      if (load<i32>(namesMet + 4 * name) === current) return true;
      store<i32>(namesMet + 4 * name, current);
    } else {
      // Names that are not known cannot be the same where their telling bytes are not: a bit for each.
      const telling: u64 = (<u64>1) << ((key.info >>> (nameShift + 8)) & 63);
      if ((others & telling) !== 0 || (key.info & misspelledFlags) !== 0) return true;
      others |= telling;
    }
  }
  return false;
}

function addDoubt(what: i32, row: i32, nameRow: i32, aroundRow: i32, schema: i32, aroundSchema: i32): void {
  const doubt = changetype<Doubt>(doubts + offsetof<Doubt>() * doubtCount++);
  doubt.what = what;
  doubt.row = row;
  doubt.nameRow = nameRow;
  doubt.aroundRow = aroundRow;
  doubt.schema = schema;
  doubt.aroundSchema = aroundSchema;
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

/** Whether a table of kinds, a bit each, has one for a schema. */
function hasKind(table: usize, schema: i32, kind: i32): bool {
  return ((load<i32>(table + 4 * schema) >> kind) & 1) === 1;
}

/** The schema of a property; -1 for a name that is not known there. */
function propertyOf(container: i32, name: i32): i32 {
  return load<i16>(properties + 2 * (container * width + name));
}
