import type { Document } from '../document';
import { type Report, Scanner } from '../syntax/tokens/scanner';
import { Flag, Token } from '../syntax/tokens/token';
import { Kind } from '../syntax/tree/nodeKind';
import { childAt, childCount, type Node, rootOf } from '../syntax/tree/nodes';

/** The innermost object, array or root around an offset, as someone who is typing there sees it. */
export function containerAt(document: Document, offset: number): Node {
  let container = rootOf(document.tree);
  for (;;) {
    const child = childAt(container, lastBefore(container, offset));
    if (child === null || (child.kind !== Kind.object && child.kind !== Kind.array)) return container;
    if (offset <= child.from) return container;
    if (offset >= child.to && !isStillOpen(document, child, offset)) return container;
    container = child;
  }
}

/** Index of the last member that begins before an offset; -1 if there is none. */
export function lastBefore(container: Node, offset: number): number {
  let low = -1;
  let high = childCount(container) - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const child = childAt(container, middle)!;
    if ((child.key ?? child).from < offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A scanner that starts at an offset. */
export function scannerAt(document: Document, offset: number, report: Report = ignore): Scanner {
  const scanner = new Scanner(document.text, { lines: isLines(document), report });
  scanner.moveTo(offset);
  return scanner;
}

/** Whether the document is JSON Lines. */
export function isLines(document: Document): boolean {
  return document.options.language === 'trajectory-jsonl';
}

/** Commas and colons behind an unclosed container that are read: there may be millions. */
const maxTokens = 10_000;

/** In the tree, an unclosed container ends with its last member; someone who is typing after that is still inside. */
function isStillOpen(document: Document, container: Node, offset: number): boolean {
  if ((container.flags & Flag.broken) === 0) return false;
  const scanner = scannerAt(document, container.to);
  let tokens = 0;
  do scanner.next();
  while (++tokens < maxTokens && (scanner.token === Token.comma || scanner.token === Token.colon));
  return scanner.from >= offset;
}

function ignore(): void {}
