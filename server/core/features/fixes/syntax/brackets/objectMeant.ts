import type { Document } from '../../../../document';
import { type Schema, usualProperties } from '../../../../schema/schema';
import { schemaAt } from '../../../../schema/schemaAt';
import { childAt, childCount, childrenOf } from '../../../../syntax/nodes/children';
import type { Node } from '../../../../syntax/nodes/node';
import { Kind } from '../../../../syntax/tree/nodeKind';
import { keyName } from '../../../../syntax/tree/strings';
import { positionAt } from '../../../../text/text';

/** Which object the members beside a wrong bracket belong to, by the names that are documented for each. */

/** Of objects with more members, not all names are looked at. */
export const maxMembers = 1000;
/** Objects one in another, each the last member, that are looked at. */
const maxLevels = 8;

/** Whether two objects side by side may be parts of one: both have names that are documented there, and none is in both. */
export function areOneObject(document: Document, one: Node, other: Node): boolean {
  if (Math.max(childCount(one), childCount(other)) > maxMembers) return false;
  const [names, rest] = [namesOf(document, one), namesOf(document, other)];
  const known = documentedNames(document, one);
  const isKnown = (name: string): boolean => known.has(name);
  return names.some(isKnown) && rest.some(isKnown) && !rest.some((name) => names.includes(name));
}

/**
 * `{"metadata": {"a": 1, "reward": 1}` of which the last bracket is missing: the last member that belongs to the object
 * around it, before a name that is documented for the outer object only. Null if there is no such name.
 */
export function lastOwnMember(document: Document, open: Node): Node | null {
  let outer = open;
  for (let level = 0; level < maxLevels; level++) {
    const last = outer.kind === Kind.object ? childAt(outer, childCount(outer) - 1) : null;
    if (last?.kind !== Kind.object || Math.max(childCount(outer), childCount(last)) > maxMembers) return null;
    const first = firstOfOuter(document, outer, last, level > 0);
    if (first > 0) return childAt(last, first - 1);
    outer = last;
  }
  return null;
}

/** The first member, if need be with all after it, that is documented for the object around and not for its own; or -1. */
function firstOfOuter(document: Document, outer: Node, inner: Node, withRest: boolean): number {
  const [around, own] = [documentedNames(document, outer), documentedNames(document, inner)];
  const present = new Set(namesOf(document, outer));
  const names = namesOf(document, inner);
  const isOuter = (name: string): boolean => around.has(name) && !own.has(name) && !present.has(name);
  const first = names.findIndex(isOuter);
  return withRest && !names.slice(first).every(isOuter) ? -1 : first;
}

function namesOf({ text }: Document, object: Node): string[] {
  return [...childrenOf(object)].map(({ key }) => (key === null ? '' : keyName(text, key)));
}

/**
 * Whether an unclosed object, or the last one in it, which may have got its bracket, may end before some of its members:
 * they are not documented for it, but may be members of the object around it, and are not laid out one below the other.
 */
export function mayEndBefore(document: Document, open: Node): boolean {
  let node: Node | null = open;
  for (let level = 0; node?.kind === Kind.object; level++) {
    // A bracket is rarely wanted that far out, and there may be ten thousand levels.
    if (level === maxLevels || mayHoldOuter(document, node)) return true;
    node = childAt(node, childCount(node) - 1);
  }
  return false;
}

function mayHoldOuter(document: Document, open: Node): boolean {
  if (childCount(open) < 2 || childCount(open) > maxMembers) return false;
  let around = open.parent;
  while (around !== null && around.kind === Kind.array) around = around.parent;
  const own = documentedNames(document, open);
  const outer = around === null ? new Set() : documentedNames(document, around);
  const [, ...names] = namesOf(document, open);
  const mayBeOuter = (name: string): boolean => !own.has(name) && (outer.size === 0 || outer.has(name));
  return names.some(mayBeOuter) && !isInColumn(document, open);
}

/** The names that an object is documented, or known, to have. */
export function documentedNames(document: Document, object: Node): ReadonlySet<string> {
  return namesIn(schemaAt(document, object));
}

/** The same for any object with a schema. */
export function namesIn(schema: Schema | null): ReadonlySet<string> {
  if (schema === null) return noNames;
  let names = namesOfSchema.get(schema);
  if (names === undefined) {
    const { properties, companions } = schema;
    names = new Set([...(properties?.keys() ?? []), ...usualProperties(schema).keys(), ...companions]);
    namesOfSchema.set(schema, names);
  }
  return names;
}

const noNames: ReadonlySet<string> = new Set();
const namesOfSchema = new WeakMap<Schema, ReadonlySet<string>>();

/** Whether the members of an object begin at the same column, each on a line of its own. */
function isInColumn({ text }: Document, object: Node): boolean {
  const columns = [...childrenOf(object)].map(({ key, from }) => positionAt(text, key?.from ?? from));
  return columns.every(({ line, character }, i) => {
    const before = columns[i - 1];
    return before === undefined || (character === before.character && line > before.line);
  });
}
