import { type GroupContainer, groupContainerOf } from '../../collection/reading/groupContainer';
import type { Document } from '../../document';
import { childrenOf, type Node } from '../../syntax/tree/nodes';
import { positionAt, sliceText, type Text } from '../../text/text';
import type { Work } from '../../work';
import { StringBuilder } from '../longStrings';
import { syntaxErrorsInOrder } from '../syntaxErrorList';
import { joinOnOneLine } from './oneLine';

/** Groups visited between two yields. */
const yieldEvery = 1000;

/** Maximum code units of a new document: editors give extensions no longer text. */
export const maxNewLength = 50_000_000;

/** The lines, or why there are none: in a group of several lines that is not JSON, tokens could change. */
export type GroupLines = { readonly text: string } | { readonly refused: 'not-json' | 'too-long' };

/**
 * Groups of a document as JSON Lines, each once, in the order of `numbers`, which count from 0 in document order. A
 * group on one line stays the same, byte for byte; otherwise line breaks between tokens are removed. Each bare
 * trajectory is a line of its own.
 */
export function* groupLines(
  document: Document,
  numbers: Iterable<number>,
  limit = maxNewLength,
): Work<GroupLines> {
  const groupContainer = groupContainerOf(document);
  const wanted = new Set(numbers);
  const nodes = groupContainer === null ? new Map<number, Node>() : yield* nodesOf(groupContainer, wanted);
  let length = 0;
  for (const { from, to } of nodes.values()) length += to - from + 1;
  if (length > limit) return { refused: 'too-long' };
  const broken = yield* syntaxErrorOffsets(document);
  const lines = new StringBuilder();
  let passed = 0;
  for (const number of wanted) {
    if (passed++ % yieldEvery === 0) yield;
    const node = nodes.get(number);
    if (node === undefined) continue;
    if (isOnOneLine(document.text, node)) lines.push(sliceText(document.text, node.from, node.to), '\n');
    else if (isBroken(broken, node)) return { refused: 'not-json' };
    else lines.push(yield* joinOnOneLine(document.text, node), '\n');
  }
  return { text: lines.toString() };
}

function* nodesOf(
  { node: groupContainer }: GroupContainer,
  wanted: ReadonlySet<number>,
): Work<Map<number, Node>> {
  const found = new Map<number, Node>();
  for (const node of childrenOf(groupContainer)) {
    if (found.size === wanted.size) break;
    if (wanted.has(node.index)) found.set(node.index, node);
    if (node.index % yieldEvery === 0) yield;
  }
  return found;
}

function isOnOneLine(text: Text, { from, to }: Node): boolean {
  return positionAt(text, from).line === positionAt(text, to).line;
}

/** The offsets of all syntax errors, in order. */
function* syntaxErrorOffsets({ tree }: Document): Work<number[]> {
  const offsets: number[] = [];
  for (const { from } of syntaxErrorsInOrder(tree)) if (offsets.push(from) % yieldEvery === 0) yield;
  return offsets;
}

/** Whether a syntax error is in a node or right after it. */
function isBroken(offsets: readonly number[], { from, to }: Node): boolean {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (offsets[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return offsets[low] !== undefined && offsets[low]! <= to;
}
