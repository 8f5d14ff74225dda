import type { Engine } from '../../engine';
import { Parser, type Start } from '../../syntax/parser';
import { Kind } from '../../syntax/tree/nodeKind';
import type { Branch } from '../../syntax/tree/tree';
import type { Text } from '../../text/text';
import { excerptBehind } from '../slidingText';
import { partSize } from '../streamOptions';

/** A window whose parse later text cannot change. */
export interface Parsed {
  readonly root: Branch;
  readonly readTo: number;
  /** Number of syntax errors in the whole text. */
  readonly syntaxErrors: number;
}

/** Text needed after the value to detect what follows: twice as much white space as is skipped, and a start. */
const restLength = 140_000;

/**
 * Parses a window that belongs to one value. Either the result is certain (`parsed`), or parsing can continue with more
 * text at the last certain place between two items of an array (`next`); both may be null.
 */
export function parseUntil(
  { schemas, analyzer }: Engine,
  text: Text,
  { start, isEnd, step }: { readonly start: Start | null; readonly isEnd: boolean; readonly step: number },
): { readonly parsed: Parsed | null; readonly next: Start | null } {
  const { contexts, runKernel: kernel } = analyzer();
  const { length } = text;
  let next: Start | null = null;
  const parser = new Parser(text, {
    grammar: schemas.grammar,
    contexts,
    lines: false,
    kernel,
    partSize,
    ...(start === null ? {} : { start }),
    onDivision: (at) => {
      // An excerpt may show text behind the division.
      const isKnown = at.seen <= length && at.offset + excerptBehind < length;
      if (isEnd || at.container.kind !== Kind.array || !isKnown) return;
      if (next === null || at.offset - next.offset >= step) next = at.division();
    },
  });
  parser.advance(Number.POSITIVE_INFINITY);
  const { root, readTo } = parser.tree;
  const parsed = { root, readTo, syntaxErrors: parser.syntaxErrorCount };
  const { rest } = parser;
  const isRest = rest !== null && rest.seen <= length && rest.from + restLength <= length;
  // The parser reads the end of the text unless it stops at too many syntax errors.
  const hasGivenUp = readTo < length && parser.seen <= length;
  return isEnd || isRest || hasGivenUp ? { parsed, next: null } : { parsed: null, next };
}
