import type { Document } from '../document';
import { type Node, rootOf } from '../syntax/nodes/node';
import { nodeAt } from '../syntax/nodes/nodeAt';
import { Flag } from '../syntax/tokens/token';
import { contentRange } from '../syntax/tree/contentRange';
import { Kind } from '../syntax/tree/nodeKind';
import { comma } from '../text/characters';
import type { Range } from '../text/range';
import type { Text } from '../text/text';
import type { Work } from '../work';
import { maxBlank, scannerAt } from './cursorContext';
import { sortIndices } from './sortIndices';

/** More levels are of no use. Clients nest the ranges, and some recurse on them. */
export const maxLevels = 200;

export interface SelectionRanges {
  readonly ranges: readonly Range[];
  /** Whether levels are missing between the last range, which is the whole text, and the one before it. */
  readonly isCut: boolean;
}

/**
 * For each offset the ranges that the selection expands to, innermost first, each around the previous one: a string
 * without its quotes, with them, the property, the property with its comma, everything between the enclosing brackets,
 * the container, and so on up to the whole text. Empty only for an empty text.
 */
export function* selectionRanges(
  document: Document,
  offsets: readonly number[],
  limit = maxLevels,
): Work<SelectionRanges[]> {
  const found = new Array<SelectionRanges>(offsets.length);
  // In the order of the text, because the way from the root to each of them may be long.
  const inOrder = yield* sortIndices(offsets.length, (a, b) => offsets[a]! - offsets[b]!);
  let near = rootOf(document.tree);
  for (const index of inOrder) {
    const offset = offsets[index]!;
    near = nodeAt(document.tree, offset, near);
    found[index] = rangesAround(document, { node: near, offset }, limit);
    yield;
  }
  return found;
}

function rangesAround(
  document: Document,
  { node: start, offset }: { readonly node: Node; readonly offset: number },
  limit: number,
): SelectionRanges {
  const { text } = document;
  const ranges: Range[] = [];
  const add = (from: number, to: number): void => {
    const last = ranges[ranges.length - 1];
    const holds = from <= offset && to >= offset && from < to;
    if (!holds || (last !== undefined && (from > last.from || to < last.to))) return;
    if (from !== last?.from || to !== last.to) ranges.push({ from, to });
  };
  if (start.key !== null && offset <= start.key.to) addToken(text, start.key, add);
  let node = start;
  for (; node.parent !== null && ranges.length < limit; node = node.parent) addValue(document, node, add);
  add(0, text.length);
  return { ranges, isCut: node.parent !== null };
}

type Add = (from: number, to: number) => void;

function addValue(document: Document, node: Node, add: Add): void {
  const { text } = document;
  const isContainer = node.kind === Kind.object || node.kind === Kind.array;
  if (isContainer) {
    add(node.from + 1, (node.flags & Flag.broken) === 0 ? node.to - 1 : node.to);
    add(node.from, node.to);
  } else if (node.kind === Kind.string) addToken(text, node, add);
  else add(node.from, node.to);
  const from = node.key?.from ?? node.from;
  add(from, node.to);
  const isMember = node.parent?.kind === Kind.object || node.parent?.kind === Kind.array;
  if (isMember) add(from, afterComma(document, node.to));
}

function addToken(text: Text, { from, to }: Range, add: Add): void {
  const content = contentRange(text, { from, to });
  add(content.from, content.to);
  add(from, to);
}

/** The offset after the comma that follows a member, or the end of the member if there is no comma nearby. */
function afterComma(document: Document, to: number): number {
  const scanner = scannerAt(document, to);
  // Not the next token: it may be long.
  const at = scanner.passBlank(maxBlank) ? scanner.afterBlank() : to;
  return scanner.peek(at) === comma ? at + 1 : to;
}
