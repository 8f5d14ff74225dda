import type { Document } from '../document';
import { Flag, Token } from '../syntax/tokens/token';
import { contentRange } from '../syntax/tree/contentRange';
import { Kind } from '../syntax/tree/nodeKind';
import { type Node, nodeAt } from '../syntax/tree/nodes';
import type { Range } from '../text/range';
import type { Text } from '../text/text';
import { scannerAt } from './cursorContext';

/** So many levels are enough to select with; clients nest the ranges, and some recurse on them. */
export const maxLevels = 200;

export interface SelectionRanges {
  readonly ranges: readonly Range[];
  /** Whether the last one is the whole text although others stand between. */
  readonly isCut: boolean;
}

/**
 * What the selection grows to, innermost first, each range around the one before: what stands between the
 * quotes, the string with them, the property, the property with its comma, everything between the brackets
 * around it, the container, and so on to the whole text. Empty only in an empty text.
 */
export function selectionRanges(document: Document, offset: number, limit = maxLevels): SelectionRanges {
  const { text, tree } = document;
  const ranges: Range[] = [];
  const add = (from: number, to: number): void => {
    const last = ranges[ranges.length - 1];
    const holds = from <= offset && to >= offset && from < to;
    if (!holds || (last !== undefined && (from > last.from || to < last.to))) return;
    if (from !== last?.from || to !== last.to) ranges.push({ from, to });
  };
  const start = nodeAt(tree, offset);
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

/** The offset behind the comma that follows a member; the end of the member where none does. */
function afterComma(document: Document, to: number): number {
  const scanner = scannerAt(document, to);
  return scanner.next() === Token.comma ? scanner.to : to;
}
