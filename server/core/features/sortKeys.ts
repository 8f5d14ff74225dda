import type { Document } from '../document';
import type { Schema } from '../schema/schema';
import { rootSchemaOf } from '../schema/schemaAt';
import { Kind } from '../syntax/tree/nodeKind';
import { childrenOf, keyName, type Node, rootOf } from '../syntax/tree/nodes';
import { type Edit, sliceText, type Text } from '../text/text';
import type { Work } from '../work';
import { StringBuilder } from './longStrings';
import { sortInSlices } from './sortInSlices';
import { countSyntaxErrors } from './syntaxErrorList';

/** Members that are looked at between two breaks. */
const yieldEvery = 1000;

/**
 * Edits that sort the members of every object: documented properties in the order of the interface, then the
 * others by the code units of their names. A member moves as it stands; commas and the white space between the
 * members stay. Of members with one name the last stays the last, so that no reader sees another value. The edits
 * are in order and apart. Null where the text is no JSON: then it is not sure what belongs to a member.
 */
export function* computeSortEdits(document: Document): Work<Edit[] | null> {
  if (countSyntaxErrors(document.tree) > 0) return null;
  const moved = new MovedText(document.text);
  const root = rootSchemaOf(document);
  const schemas = document.engine.schemas;
  const around: Schema = { ...schemas.anything, items: root };
  const levels = [yield* levelOf(document, { node: rootOf(document.tree), schema: around, from: 0 })];
  for (let steps = 1; levels.length > 0; steps++) {
    if (steps % yieldEvery === 0) yield;
    const level = levels[levels.length - 1]!;
    const step = nextMember(level, moved);
    if (step === null) {
      moved.copy(level.at, level.node.to);
      levels.pop();
      continue;
    }
    const { member, from } = step;
    if (isContainer(member))
      levels.push(
        yield* levelOf(document, { node: member, schema: schemaOf(document, member, level), from }),
      );
    else moved.copy(from, member.to);
  }
  return moved.edits;
}

/** A container that is being walked through, its members in the order in which they are to stand. */
interface Level {
  readonly node: Node;
  readonly schema: Schema | null;
  /** Of an object that is not in order: its members as they stand, and as they are to stand. */
  readonly sorting: Sorting | null;
  readonly members: Iterator<Node>;
  /** Behind what has been copied of it. */
  at: number;
  count: number;
}

interface Sorting {
  readonly before: readonly Node[];
  readonly after: readonly Node[];
  /** The first and the last place where another member is to stand. */
  readonly first: number;
  readonly last: number;
}

function* levelOf(
  document: Document,
  { node, schema, from }: { readonly node: Node; readonly schema: Schema | null; readonly from: number },
): Work<Level> {
  const sorting = node.kind === Kind.object ? yield* sortingOf(document, node, schema) : null;
  const members = sorting === null ? childrenOf(node) : sorting.after[Symbol.iterator]();
  return { node, schema, sorting, members, at: from, count: 0 };
}

/** Copies what stands before the next member's place, and gives the member; null behind the last. */
function nextMember(level: Level, moved: MovedText): { readonly member: Node; readonly from: number } | null {
  const { sorting, members } = level;
  const { done, value: member } = members.next();
  const index = level.count++;
  if (sorting !== null && index === sorting.last + 1) moved.end(level, level.at);
  if (done === true) return null;
  const original = sorting?.before[index] ?? member;
  const start = startOf(original);
  moved.copy(level.at, start);
  if (index === sorting?.first) moved.begin(level, start);
  level.at = original.to;
  return { member, from: startOf(member) };
}

interface Keyed {
  readonly node: Node;
  readonly name: string;
  readonly rank: number;
}

/** How an object is to be sorted; null where it is in order. */
function* sortingOf(document: Document, object: Node, schema: Schema | null): Work<Sorting | null> {
  const before: Node[] = [];
  const keyed: Keyed[] = [];
  const ranks = ranksOf(schema);
  for (const node of childrenOf(object)) {
    const name = keyName(document.text, node.key!);
    keyed.push({ node, name, rank: ranks.get(name) ?? Number.POSITIVE_INFINITY });
    if (before.push(node) % yieldEvery === 0) yield;
  }
  const inOrder = yield* sortInSlices(keyed, (a, b) => compare(a.rank, b.rank) || compare(a.name, b.name));
  const after = inOrder.map(({ node }) => node);
  const first = after.findIndex((node, i) => node !== before[i]);
  return first < 0
    ? null
    : { before, after, first, last: after.findLastIndex((node, i) => node !== before[i]) };
}

function compare<Value extends string | number>(a: Value, b: Value): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const knownRanks = new WeakMap<Schema, ReadonlyMap<string, number>>();

/** The place of each documented property among the others. */
function ranksOf(schema: Schema | null): ReadonlyMap<string, number> {
  if (schema === null) return new Map();
  const ranks =
    knownRanks.get(schema) ?? new Map([...(schema.properties?.keys() ?? [])].map((name, i) => [name, i]));
  knownRanks.set(schema, ranks);
  return ranks;
}

function schemaOf({ text }: Document, { key }: Node, { schema }: Level): Schema | null {
  return (key === null ? schema?.items : schema?.properties?.get(keyName(text, key))) ?? null;
}

function startOf({ key, from }: Node): number {
  return key?.from ?? from;
}

function isContainer({ kind }: Node): boolean {
  return kind === Kind.object || kind === Kind.array;
}

/** Puts edits together: outside of a range in which something moves, what is copied stays where it is. */
class MovedText {
  readonly edits: Edit[] = [];
  private readonly text: Text;
  private owner: Level | null = null;
  private from = 0;
  private pieces = new StringBuilder();

  constructor(text: Text) {
    this.text = text;
  }

  /** A range begins, unless it is part of another. */
  begin(owner: Level, from: number): void {
    if (this.owner !== null) return;
    this.owner = owner;
    this.from = from;
    this.pieces = new StringBuilder();
  }

  /** The range of the same owner ends. */
  end(owner: Level, to: number): void {
    if (this.owner !== owner) return;
    this.edits.push({ from: this.from, to, insert: this.pieces.toString() });
    this.owner = null;
  }

  copy(from: number, to: number): void {
    if (this.owner !== null && to > from) this.pieces.push(sliceText(this.text, from, to));
  }
}
