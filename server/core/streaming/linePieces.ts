import type { Engine } from '../engine';
import { type Division, Parser } from '../syntax/parser';
import { firstParts } from '../syntax/tree/parts';
import type { Branch } from '../syntax/tree/tree';
import type { Text } from '../text/text';

/** Consecutive lines at the start of a window, parsed. */
export interface Piece {
  readonly root: Branch;
  /** Where the next piece begins. */
  readonly to: number;
  /** Number of syntax errors so far. */
  readonly syntaxErrors: number;
  /** Whether there were too many syntax errors: nothing later is read. */
  readonly hasGivenUp: boolean;
  /** If so, where reading stopped. */
  readonly readTo: number;
}

/**
 * Parses the lines of a window from an offset on, as far as text that is not there yet cannot change the result. Null
 * if not even one part is certain. Before the offset, there were `syntaxErrors`.
 */
export function parsePiece(
  { schemas, analyzer }: Engine,
  text: Text,
  { from, syntaxErrors, isEnd }: { from: number; syntaxErrors: number; isEnd: boolean },
): Piece | null {
  const { contexts, runKernel: kernel } = analyzer();
  const { length } = text;
  let division: Division | null = null;
  const parser = new Parser(text, {
    grammar: schemas.grammar.lines,
    contexts,
    lines: true,
    kernel,
    start: { offset: from, syntaxErrors },
    onDivision: (next) => {
      if (next.seen <= length) division = next;
    },
  });
  parser.advance(Number.POSITIVE_INFINITY);
  const { root, readTo } = parser.tree;
  const hasGivenUp = readTo < length;
  // The parser reads the end of the text unless it stops at too many syntax errors.
  if (isEnd || (hasGivenUp && parser.seen <= length))
    return {
      root,
      to: length,
      syntaxErrors: syntaxErrors + root.syntaxErrorCount,
      hasGivenUp,
      readTo,
    };
  return division === null ? null : pieceBefore(root, division);
}

function pieceBefore(root: Branch, { parts, offset, syntaxErrors }: Division): Piece {
  return {
    root: firstParts(root, parts, offset),
    to: offset,
    syntaxErrors,
    hasGivenUp: false,
    readTo: offset,
  };
}
