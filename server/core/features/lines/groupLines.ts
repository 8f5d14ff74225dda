import { groupContainerOf } from '../../collection/reading/groupContainer';
import type { Document } from '../../document';
import { firstIndex } from '../../firstIndex';
import { childCount, childrenOf } from '../../syntax/nodes/children';
import type { Node } from '../../syntax/nodes/node';
import type { Range } from '../../text/range';
import type { Work } from '../../work';
import { StringBuilder } from '../longStrings';
import { syntaxErrorsInOrder } from '../syntaxErrorList';
import { isOnOneLine, joinOnOneLine } from './oneLine';

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
  const container = groupContainerOf(document)?.node ?? null;
  const { order, bounds } = yield* wantedOf(container, numbers);
  const length = container === null ? 0 : yield* locate(container, { order, bounds });
  if (length > limit) return { refused: 'too-long' };
  const broken = yield* syntaxErrorOffsets(document);
  const lines = new StringBuilder();
  for (const [i, number] of order.entries()) {
    if (i % yieldEvery === 0) yield;
    const range = { from: bounds[2 * number]!, to: bounds[2 * number + 1]! };
    if (isOnOneLine(document.text, range)) yield* lines.pushRange(document.text, range);
    else if (isBroken(broken, range)) return { refused: 'not-json' };
    else lines.push(yield* joinOnOneLine(document.text, range));
    lines.push('\n');
  }
  return { text: lines.toString() };
}

/** Some groups, without an object for each: there may be millions. */
interface Wanted {
  readonly order: readonly number[];
  /** `from` and `to` of each group of the document by its number, only of those that are wanted. */
  readonly bounds: Int32Array;
}

const notLocated = -1;

function* wantedOf(container: Node | null, numbers: Iterable<number>): Work<Wanted> {
  const count = container === null ? 0 : childCount(container);
  const bounds = new Int32Array(2 * count);
  const order: number[] = [];
  let passed = 0;
  for (const number of numbers) {
    if (passed++ % yieldEvery === 0) yield;
    if (number < 0 || number >= count || bounds[2 * number + 1] === notLocated) continue;
    bounds[2 * number + 1] = notLocated;
    order.push(number);
  }
  return { order, bounds };
}

/** Finds the bounds of the wanted groups. Returns the total length of their lines. */
function* locate(container: Node, { order, bounds }: Wanted): Work<number> {
  let length = 0;
  let left = order.length;
  for (const { index, from, to } of childrenOf(container)) {
    if (index % yieldEvery === 0) yield;
    if (bounds[2 * index + 1] !== notLocated) continue;
    bounds[2 * index] = from;
    bounds[2 * index + 1] = to;
    length += to - from + 1;
    if (--left === 0) break;
  }
  return length;
}

/** The offsets of all syntax errors, in order. */
function* syntaxErrorOffsets({ tree }: Document): Work<number[]> {
  const offsets: number[] = [];
  for (const { from } of syntaxErrorsInOrder(tree)) if (offsets.push(from) % yieldEvery === 0) yield;
  return offsets;
}

/** Whether a syntax error is in a node or right after it. */
function isBroken(offsets: readonly number[], { from, to }: Range): boolean {
  const next = offsets[firstIndex(offsets.length, (i) => offsets[i]! >= from)];
  return next !== undefined && next <= to;
}
