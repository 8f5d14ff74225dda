import type { Document } from '../../document';
import { childAt, childrenOf } from '../../syntax/nodes/children';
import { type Node, rootOf } from '../../syntax/nodes/node';
import type { PathSegment } from '../../syntax/nodes/path';
import { Kind } from '../../syntax/tree/nodeKind';
import { keyName } from '../../syntax/tree/strings';
import type { Range } from '../../text/range';
import type { Work } from '../../work';

/** The range of a path, in UTF-16 code units. */
export interface PathLocation extends Range {
  /** Number of leading segments followed: one more than the index of the last one that names something. */
  readonly matched: number;
}

/** Members read between two yields. */
const yieldEvery = 1000;

/**
 * The ranges of paths from the document's root value. In JSON Lines the first segment is the index of the value, not
 * counting blank lines. Segments that name nothing are skipped, because services put their own labels into paths
 * (`"function-wrap[…]"`, `"str"`); so an absent property gives its parent. Never fails: a path that matches nothing
 * gives the root value, or the whole text if there is none.
 */
export function* locatePaths(
  document: Pick<Document, 'text' | 'tree'>,
  paths: readonly (readonly PathSegment[])[],
): Work<PathLocation[]> {
  const names = new NamesOfObjects(document, yield* segmentsOf(paths));
  const locations: PathLocation[] = [];
  for (const path of paths) {
    locations.push(yield* locatePath(document, path, names));
    yield;
  }
  return locations;
}

function* segmentsOf(paths: readonly (readonly PathSegment[])[]): Work<Set<string>> {
  const found = new Set<string>();
  let count = 0;
  for (const path of paths) {
    for (const segment of path) {
      found.add(String(segment));
      if (++count % yieldEvery === 0) yield;
    }
  }
  return found;
}

function* locatePath(
  { tree }: Pick<Document, 'tree'>,
  segments: readonly PathSegment[],
  names: NamesOfObjects,
): Work<PathLocation> {
  const root = rootOf(tree);
  let node = root.kind === Kind.document ? (childAt(root, 0) ?? root) : root;
  let matched = 0;
  for (const [i, segment] of segments.entries()) {
    if (i % yieldEvery === 0) yield;
    const isItem = node.kind === Kind.array || node.kind === Kind.lines;
    const index = isItem ? indexOf(segment) : -1;
    const child = isItem ? childAt(node, index) : yield* names.member(node, String(segment));
    if (child !== null) {
      node = child;
      matched = i + 1;
      // An index is never a label. What follows an index past the end is not part of another item.
    } else if (index >= 0) break;
  }
  return { ...rangeOf(node), matched };
}

/** Finds the members that paths name. Reads each object once, however many paths lead through it. */
class NamesOfObjects {
  private readonly text: Document['text'];
  /** An object may have a million others. */
  private readonly wanted: ReadonlySet<string>;
  /** By the object's start; of duplicate names, the last counts. */
  private readonly known = new Map<number, ReadonlyMap<string, Node>>();

  constructor({ text }: Pick<Document, 'text'>, wanted: ReadonlySet<string>) {
    this.text = text;
    this.wanted = wanted;
  }

  *member(object: Node, name: string): Work<Node | null> {
    if (object.kind !== Kind.object) return null;
    const members = this.known.get(object.from) ?? (yield* this.read(object));
    return members.get(name) ?? null;
  }

  private *read(object: Node): Work<ReadonlyMap<string, Node>> {
    const members = new Map<string, Node>();
    for (const child of childrenOf(object)) {
      const name = child.key === null ? null : keyName(this.text, child.key);
      if (name !== null && this.wanted.has(name)) members.set(name, child);
      if (child.index % yieldEvery === 0) yield;
    }
    this.known.set(object.from, members);
    return members;
  }
}

/** Paths are documented as arrays of strings, so an index may be a string; -1 if it is not an index. */
function indexOf(segment: PathSegment): number {
  return /^\d{1,15}$/.test(String(segment)) ? Number(segment) : -1;
}

/** A property without a value yet is represented by its name. */
function rangeOf(node: Node): Range {
  const { from, to } = node.kind === Kind.key && node.key !== null ? node.key : node;
  return { from, to };
}
