import type { Document } from '../document';
import { firstIndex } from '../firstIndex';
import { childAt, childCount } from '../syntax/nodes/children';
import { type Node, rootOf } from '../syntax/nodes/node';
import { nextInSteps } from '../syntax/tokens/nextInSteps';
import { Scanner } from '../syntax/tokens/scanner';
import { Flag, Token } from '../syntax/tokens/token';
import type { Report } from '../syntax/tokens/tokenReader';
import { Kind } from '../syntax/tree/nodeKind';
import type { Range } from '../text/range';
import type { Work } from '../work';

/** The innermost object, array or root around an offset, as someone who is typing there sees it. */
export function* containerAt(document: Document, offset: number): Work<Node> {
  let container = rootOf(document.tree);
  for (;;) {
    const child = childAt(container, lastBefore(container, offset));
    if (child === null || (child.kind !== Kind.object && child.kind !== Kind.array)) return container;
    if (offset <= child.from) return container;
    if (offset >= child.to && !(yield* isStillOpen(document, child, offset))) return container;
    container = child;
  }
}

/** Index of the last member that begins before an offset; -1 if there is none. */
export function lastBefore(container: Node, offset: number): number {
  const isBehind = (index: number): boolean => {
    const child = childAt(container, index)!;
    return (child.key ?? child).from >= offset;
  };
  return firstIndex(childCount(container), isBehind) - 1;
}

/** A scanner that starts at an offset. */
export function scannerAt(document: Document, offset: number, report: Report = ignore): Scanner {
  const scanner = new Scanner(document.text, { lines: isLines(document), report });
  scanner.moveTo(offset);
  return scanner;
}

/** Tokens read around a cursor: in text that is not JSON there may be millions. */
export const maxTokens = 10_000;
/** Code units of white space and comments in which a single token is looked for. */
export const maxBlank = 100_000;
/** Code units that a single token may have. */
const maxLength = 5_000_000;

export interface TokenAt extends Range {
  readonly type: Token;
  readonly flags: number;
}

/** For single tokens. What a scanner knows about the text far behind a token holds for others, and is not read again. */
const scanners = new WeakMap<Document, Scanner>();

/** The first token after an offset; an empty `unfinished` one if it is farther away than `maxBlank`, or too long. */
export function tokenBehind(document: Document, offset: number): TokenAt {
  const scanner = scanners.get(document) ?? scannerAt(document, offset);
  scanners.set(document, scanner);
  scanner.moveTo(offset);
  const type = scanner.next(maxLength, maxBlank);
  if (type === Token.unfinished) return { type, from: offset, to: offset, flags: 0 };
  return { type, from: scanner.from, to: scanner.to, flags: scanner.flags };
}

/** Whether there is only white space between two offsets, and less than `maxBlank` of it. */
export function isBlankBetween(document: Document, from: number, to: number): boolean {
  let isBlank = true;
  const scanner = scannerAt(document, from, () => {
    isBlank = false;
  });
  return scanner.passBlank(maxBlank) && isBlank && scanner.afterBlank() === to;
}

/** Whether the document is JSON Lines. */
export function isLines(document: Document): boolean {
  return document.options.language === 'trajectory-jsonl';
}

/** In the tree, an unclosed container ends with its last member; someone who is typing after that is still inside. */
function* isStillOpen(document: Document, container: Node, offset: number): Work<boolean> {
  if ((container.flags & Flag.broken) === 0) return false;
  const scanner = scannerAt(document, container.to);
  let tokens = 0;
  do {
    yield;
    yield* nextInSteps(scanner);
  } while (++tokens < maxTokens && (scanner.token === Token.comma || scanner.token === Token.colon));
  return scanner.from >= offset;
}

function ignore(): void {}
