import type { Names } from '../schema/schema';
import { childAt, childCount, childrenOf } from '../syntax/nodes/children';
import { type Node, rootOf } from '../syntax/nodes/node';
import { Flag } from '../syntax/tokens/token';
import { Kind } from '../syntax/tree/nodeKind';
import { lineEnd, positionAt, sliceText, type Text } from '../text/text';
import type { Work } from '../work';
import type { DetectionInput } from './detectionInput';
import { holdsJson } from './encoded';
import { isTable, isTableOfLists, keysOf, keysOfItems } from './keys';
import { type LineSums, lineSums } from './lineSums';
import { type Wrapped, wrappedInLine } from './wrapped';

/** What the type of JSON Lines follows from. */
export interface LinesFacts {
  readonly sums: LineSums;
  /** Number of values. */
  readonly count: number;
  /** The first values, up to `maxLines`. */
  first(): readonly LineFacts[];
}

/** What matters of one value. Read on demand, because most documents need nothing of it. */
export interface LineFacts {
  readonly from: number;
  readonly kind: Kind;
  readonly isBroken: boolean;
  /** Number of line breaks in it. */
  readonly lineBreaks: number;
  /** Whether it is a string with JSON in it. */
  holdsJson(): boolean;
  /** Whether it has a property for each column of a table. */
  isTable(): boolean;
  /** Its first names. */
  keys(): ReadonlySet<string>;
  /** Those of its first names whose values are arrays. */
  keysOfArrays(): ReadonlySet<string>;
  /** Names of the first items of arrays in it. */
  keysOfItems(): ReadonlySet<string>;
  /** The first item of an array: its names if it is an object; null if there is no item. */
  firstItem(): { readonly keys: ReadonlySet<string> } | null;
  /** The group or trajectory in one of its properties. */
  inside(): InsideLine | null;
  /** Whether it is a complete container, and the rest of its line is empty. */
  isWholeLine(): boolean;
}

/** What is in a property of a line: by its name, and in words. */
export type InsideLine = Omit<Wrapped, 'node'>;

/** Maximum number of lines examined. */
export const maxLines = 100;

/** Yields regularly. */
export function* linesFactsOf({ text, tree, schemas }: DetectionInput): Work<LinesFacts> {
  const root = rootOf(tree);
  return {
    sums: yield* lineSums(tree.root, schemas),
    count: childCount(root),
    first: () => firstLines(text, root, schemas.names),
  };
}

/** Facts about the first values of a root. */
export function firstLines(text: Text, root: Node, names: Names, limit = maxLines): LineFacts[] {
  const lines: LineFacts[] = [];
  if (limit === 0) return lines;
  for (const line of childrenOf(root)) if (lines.push(factsOfLine(text, line, names)) === limit) break;
  return lines;
}

function factsOfLine(text: Text, node: Node, names: Names): LineFacts {
  const { from, to, kind, flags } = node;
  const isBroken = (flags & Flag.broken) !== 0;
  return {
    from,
    kind,
    isBroken,
    lineBreaks: positionAt(text, to).line - positionAt(text, from).line,
    holdsJson: () => holdsJson(text, node),
    isTable: () => kind === Kind.object && (isTable(text, node) || isTableOfLists(text, node, names)),
    keys: () => (kind === Kind.object ? keysOf(text, node) : new Set()),
    keysOfArrays: () => (kind === Kind.object ? keysOf(text, node, Kind.array) : new Set()),
    keysOfItems: () => (kind === Kind.object ? keysOfItems(text, node) : new Set()),
    firstItem: () => firstItemOf(text, node),
    inside: () => wrappedInLine(text, node, names),
    isWholeLine: () =>
      (kind === Kind.object || kind === Kind.array) && !isBroken && isRestEmpty(text, node.to),
  };
}

/** The same facts, read at once, so that the text may go. */
export function settled(line: LineFacts): LineFacts {
  const [holds, keys, item, isWhole] = [line.holdsJson(), line.keys(), line.firstItem(), line.isWholeLine()];
  const [keysOfArrays, keysOfItems] = [line.keysOfArrays(), line.keysOfItems()];
  const isTable = line.isTable();
  const wrapped = line.inside();
  const inside = wrapped && { name: wrapped.name, what: wrapped.what, others: wrapped.others };
  const { from, kind, isBroken, lineBreaks } = line;
  return {
    from,
    kind,
    isBroken,
    lineBreaks,
    holdsJson: () => holds,
    isTable: () => isTable,
    keys: () => keys,
    keysOfArrays: () => keysOfArrays,
    keysOfItems: () => keysOfItems,
    firstItem: () => item,
    inside: () => inside,
    isWholeLine: () => isWhole,
  };
}

function firstItemOf(text: Text, node: Node): { readonly keys: ReadonlySet<string> } | null {
  const item = node.kind === Kind.array ? childAt(node, 0) : null;
  if (item === null) return null;
  return { keys: item.kind === Kind.object ? keysOf(text, item) : new Set() };
}

function isRestEmpty(text: Text, from: number): boolean {
  const end = lineEnd(text, positionAt(text, from).line);
  return sliceText(text, from, Math.min(end, from + 100)).trim() === '';
}
