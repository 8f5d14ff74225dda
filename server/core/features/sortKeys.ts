import type { Document } from '../document';
import type { Schema } from '../schema/schema';
import { rootSchemaOf } from '../schema/schemaAt';
import { childAt, childCount, childrenOf } from '../syntax/nodes/children';
import { isContainer, type Node, rootOf } from '../syntax/nodes/node';
import { Kind } from '../syntax/tree/nodeKind';
import { keyName } from '../syntax/tree/strings';
import type { Range } from '../text/range';
import { type Edit, sliceText, type Text } from '../text/text';
import type { Work } from '../work';
import { StringBuilder } from './longStrings';
import { sortIndices } from './sortIndices';
import { countSyntaxErrors } from './syntaxErrorList';

/** Members processed between two yields. */
const yieldEvery = 1000;

/**
 * Edits that sort the properties of every object: documented ones in the order of the interface, then the others by the
 * code units of their names. The text of a member moves unchanged; commas and white space between members stay. The
 * sort is stable, so of duplicate names the last stays last and every reader sees the same value. The edits are ordered
 * and disjoint. Null if the text is not JSON: it is then unclear what belongs to a member.
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
    const { container: node, from, to } = step;
    if (node !== null)
      levels.push(yield* levelOf(document, { node, schema: schemaOf(document, node, level), from }));
    else moved.copy(from, to);
  }
  return moved.edits;
}

/** A container being walked, with its members in their new order. */
interface Level {
  readonly node: Node;
  readonly schema: Schema | null;
  /** The members in the old and the new order; null for an array, and for an object that is sorted. */
  readonly sorting: Sorting | null;
  readonly members: Iterator<Member>;
  /** End of the text copied so far. */
  at: number;
  count: number;
}

/** A member with its name, and the node of its value if that is a container. */
interface Member extends Range {
  readonly container: Node | null;
}

interface Sorting {
  readonly before: MemberTable;
  /** The index of each member before, in the new order. */
  readonly order: Int32Array;
  /** First and last index at which the member changes. */
  readonly first: number;
  readonly last: number;
}

function* levelOf(
  document: Document,
  { node, schema, from }: { readonly node: Node; readonly schema: Schema | null; readonly from: number },
): Work<Level> {
  const sorting = node.kind === Kind.object ? yield* sortingOf(document, node, schema) : null;
  const members = sorting === null ? membersOf(node) : inOrder(node, sorting);
  return { node, schema, sorting, members, at: from, count: 0 };
}

/** Copies the text before the next member and returns the member that goes there; null after the last. */
function nextMember(level: Level, moved: MovedText): Member | null {
  const { sorting, members } = level;
  const { done, value: member } = members.next();
  const index = level.count++;
  if (sorting !== null && index === sorting.last + 1) moved.end(level, level.at);
  if (done === true) return null;
  const original = sorting === null ? member : sorting.before.at(index);
  moved.copy(level.at, original.from);
  if (index === sorting?.first) moved.begin(level, original.from);
  level.at = original.to;
  return member;
}

function* membersOf(container: Node): Generator<Member> {
  for (const node of childrenOf(container)) yield memberOf(node);
}

function* inOrder(object: Node, { before, order }: Sorting): Generator<Member> {
  for (const index of order)
    yield before.isContainer(index) ? memberOf(childAt(object, index)!) : before.at(index);
}

function memberOf(node: Node): Member {
  return { from: startOf(node), to: node.to, container: isContainer(node) ? node : null };
}

/** How to sort an object; null if it is sorted. */
function* sortingOf(document: Document, object: Node, schema: Schema | null): Work<Sorting | null> {
  if (yield* isSorted(document, object, schema)) return null;
  const ranks = ranksOf(schema);
  const count = childCount(object);
  const before = new MemberTable(count);
  const names = new Array<string>(count);
  const rankings = new Int32Array(count);
  for (const node of childrenOf(object)) {
    const name = keyName(document.text, node.key!);
    before.set(node);
    rankings[node.index] = ranks.get(name) ?? notRanked;
    names[node.index] = name;
    if (node.index % yieldEvery === yieldEvery - 1) yield;
  }
  const order = yield* sortIndices(
    count,
    (a, b) => rankings[a]! - rankings[b]! || compare(names[a]!, names[b]!),
  );
  const isMoved = (from: number, to: number): boolean => from !== to;
  return { before, order, first: order.findIndex(isMoved), last: order.findLastIndex(isMoved) };
}

/** The members of an object, without a node for each: there may be a million. */
class MemberTable {
  private readonly starts: Float64Array;
  private readonly ends: Float64Array;
  private readonly containers: Uint8Array;

  constructor(count: number) {
    this.starts = new Float64Array(count);
    this.ends = new Float64Array(count);
    this.containers = new Uint8Array(count);
  }

  set(node: Node): void {
    this.starts[node.index] = startOf(node);
    this.ends[node.index] = node.to;
    this.containers[node.index] = Number(isContainer(node));
  }

  /** A member without its node. */
  at(index: number): Member {
    return { from: this.starts[index]!, to: this.ends[index]!, container: null };
  }

  isContainer(index: number): boolean {
    return this.containers[index] === 1;
  }
}

/** After the documented properties. */
const notRanked = 2 ** 31 - 1;

/** Most objects are sorted; nothing is kept of these. */
function* isSorted(document: Document, object: Node, schema: Schema | null): Work<boolean> {
  const ranks = ranksOf(schema);
  let last = { name: '', rank: -1 };
  for (const { key, index } of childrenOf(object)) {
    if (index % yieldEvery === yieldEvery - 1) yield;
    const name = keyName(document.text, key!);
    const rank = ranks.get(name) ?? notRanked;
    if (rank < last.rank || (rank === last.rank && name < last.name)) return false;
    last = { name, rank };
  }
  return true;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const knownRanks = new WeakMap<Schema, ReadonlyMap<string, number>>();

/** The rank of each documented property. */
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

/** Builds the edits. Text outside the ranges where members move is not touched. */
class MovedText {
  readonly edits: Edit[] = [];
  private readonly text: Text;
  private owner: Level | null = null;
  private from = 0;
  private pieces = new StringBuilder();

  constructor(text: Text) {
    this.text = text;
  }

  /** Begins a range, unless inside another. */
  begin(owner: Level, from: number): void {
    if (this.owner !== null) return;
    this.owner = owner;
    this.from = from;
    this.pieces = new StringBuilder();
  }

  /** Ends the range that this owner began. */
  end(owner: Level, to: number): void {
    if (this.owner !== owner) return;
    this.edits.push({ from: this.from, to, insert: this.pieces.toString() });
    this.owner = null;
  }

  copy(from: number, to: number): void {
    if (this.owner !== null && to > from) this.pieces.push(sliceText(this.text, from, to));
  }
}
