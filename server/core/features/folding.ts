import type { Document } from '../document';
import { childrenOf } from '../syntax/nodes/children';
import { type Node, rootOf } from '../syntax/nodes/node';
import { Flag } from '../syntax/tokens/token';
import { Kind } from '../syntax/tree/nodeKind';
import type { Range } from '../text/range';
import { positionAt } from '../text/text';
import type { Work } from '../work';

/** Lines that fold into the first of them. Zero-based; `endLine` is folded too. */
export interface FoldedLines {
  readonly startLine: number;
  readonly endLine: number;
}

/** Maximum values to visit, whatever the limit: an array may contain a million numbers and nothing to fold. */
const maxVisited = 500_000;
/** Values visited between two yields. */
const yieldEvery = 1000;

/**
 * For editors that fold whole lines: at most `limit` objects and arrays of more than one line, outermost first if there
 * are more, sorted by line. The line with the closing bracket stays visible; an unclosed container folds to the end of
 * its last member, within the one around it. If several begin on a line, the outermost folds. In JSON Lines a value is
 * one line, so nothing folds.
 */
export function* foldingLines(document: Document, limit: number): Work<FoldedLines[]> {
  const { text, tree } = document;
  if (tree.root.kind === Kind.lines) return [];
  const ranges = new Map<number, FoldedLines>();
  const endLines = new Map<Node | null, number>();
  const lineAt = (offset: number): number => positionAt(text, offset).line;
  const isOnLines = ({ from, to }: Node): boolean => lineAt(from) < lineAt(to);
  for (const node of containers(document, isOnLines)) {
    if (node === null) {
      yield;
      continue;
    }
    const startLine = lineAt(node.from);
    const ownEnd = isOpen(node) ? lineAt(node.to) : lineAt(node.to) - 1;
    const endLine = Math.min(ownEnd, endLines.get(node.parent) ?? ownEnd);
    endLines.set(node, endLine);
    if (endLine > startLine && !ranges.has(startLine)) ranges.set(startLine, { startLine, endLine });
    if (ranges.size >= limit) break;
  }
  return [...ranges.values()].sort((a, b) => a.startLine - b.startLine);
}

/**
 * For editors that fold any range: the contents of each non-empty object and array, also within a line. At most `limit`
 * of them, the outermost, in document order.
 */
export function* foldingRanges(document: Document, limit: number): Work<Range[]> {
  const ranges: Range[] = [];
  for (const node of containers(document, () => true)) {
    if (node === null) {
      yield;
      continue;
    }
    const from = node.from + 1;
    const to = isOpen(node) ? node.to : node.to - 1;
    if (to > from) ranges.push({ from, to });
    if (ranges.length >= limit) break;
  }
  return ranges.sort((a, b) => a.from - b.from);
}

/**
 * Objects and arrays that meet the condition, outermost first; skips the contents of the others. Null marks a point
 * where the caller should yield.
 */
function* containers({ tree }: Document, isIncluded: (node: Node) => boolean): Generator<Node | null> {
  const queue: Node[] = [rootOf(tree)];
  let visits = 0;
  for (const container of queue) {
    for (const node of childrenOf(container)) {
      if (++visits > maxVisited) return;
      if (visits % yieldEvery === 0) yield null;
      if ((node.kind !== Kind.object && node.kind !== Kind.array) || !isIncluded(node)) continue;
      queue.push(node);
      yield node;
    }
  }
}

function isOpen({ flags }: Node): boolean {
  return (flags & Flag.broken) !== 0;
}
