import type { Document } from '../document';
import { childrenOf, type Node, rootOf } from '../syntax/nodes';
import { Flag } from '../syntax/token';
import { Kind } from '../syntax/tree';
import { positionAt } from '../text/text';

/** Lines that fold into the first of them; lines count from zero, and the last is folded too. */
export interface FoldingRange {
  readonly startLine: number;
  readonly endLine: number;
}

/** Values that are looked at, whatever the limit: an array may hold a million numbers and nothing to fold. */
const visitLimit = 500_000;

/**
 * Objects and arrays of more than one line, at most `limit` of them, in the order of their lines. The line
 * with the closing bracket stays visible; a container that is still open folds to the end of its last
 * member. Where more than one begins on a line, the outermost folds. When there are more than the limit,
 * the outermost are kept. In JSON Lines a value is one line, so nothing folds.
 */
export function foldingRanges({ text, tree }: Document, limit: number): FoldingRange[] {
  const root = rootOf(tree);
  if (root.kind === Kind.lines) return [];
  const ranges = new Map<number, FoldingRange>();
  const queue: Node[] = [root];
  let visits = 0;
  for (const container of queue) {
    for (const node of childrenOf(container)) {
      if (ranges.size >= limit || ++visits > visitLimit) return inOrder(ranges);
      if (node.kind !== Kind.object && node.kind !== Kind.array) continue;
      const startLine = positionAt(text, node.from).line;
      const lastLine = positionAt(text, node.to).line;
      if (lastLine === startLine) continue;
      queue.push(node);
      const endLine = (node.flags & Flag.broken) === 0 ? lastLine - 1 : lastLine;
      if (endLine > startLine && !ranges.has(startLine)) ranges.set(startLine, { startLine, endLine });
    }
  }
  return inOrder(ranges);
}

function inOrder(ranges: ReadonlyMap<number, FoldingRange>): FoldingRange[] {
  return [...ranges.values()].sort((a, b) => a.startLine - b.startLine);
}
