import type { Engine } from '../engine';
import { Parser, type Start } from '../syntax/parser';
import type { PlainLineReader } from '../syntax/plainLines';
import { copyOfFrame } from '../syntax/tree/frame';
import { Kind } from '../syntax/tree/nodeKind';
import { branchOf, firstParts } from '../syntax/tree/parts';
import { movedError } from '../syntax/tree/pendingSyntaxErrors';
import type { RowTable } from '../syntax/tree/rows';
import { type Branch, noSyntaxErrors } from '../syntax/tree/tree';
import type { Text } from '../text/text';
import { excerptBehind } from './slidingText';
import { partSize } from './streamOptions';

/** Consecutive lines of a window, parsed. */
export interface Piece {
  readonly root: Branch;
  /** Where the next piece begins; null if this is the last. */
  readonly next: Start | null;
  /** Where reading stopped. */
  readonly readTo: number;
  /** Whether it stopped because there are too many syntax errors. */
  readonly hasGivenUp: boolean;
}

/**
 * Parses the lines of a window as far as later text cannot change the result. Returns null if not even one part is
 * certain. The piece before that was parsed with the same table is used no more.
 */
export function parsePiece(
  { schemas, analyzer }: Engine,
  text: Text,
  {
    start,
    isEnd,
    table,
  }: { readonly start: Start | null; readonly isEnd: boolean; readonly table: RowTable },
): Piece | null {
  const { contexts, runKernel: kernel } = analyzer();
  const { length } = text;
  let next: Start | null = null;
  const parser = new Parser(text, {
    grammar: schemas.grammar.lines,
    contexts,
    lines: true,
    kernel,
    partSize,
    table,
    ...(start === null ? {} : { start }),
    onDivision: (at) => {
      // An excerpt may show text behind the division.
      const isKnown = at.seen <= length && at.offset + excerptBehind < length;
      if (at.container.kind === Kind.lines && isKnown) next = at.division();
    },
  });
  parser.advance(Number.POSITIVE_INFINITY);
  const { root, readTo } = parser.tree;
  const hasGivenUp = readTo < length;
  // The parser reads the end of the text unless it stops at too many syntax errors.
  if (isEnd || (hasGivenUp && parser.seen <= length)) return { root, next: null, readTo, hasGivenUp };
  return next === null ? null : pieceBefore(root, next);
}

/**
 * Reads lines of a window as long as nothing but the kernel is needed for that: faster, with the same result. Null if the
 * parser has to read the first one. The piece before that was read with the same reader is used no more.
 */
export function plainPiece(
  text: Text,
  { start, reader }: { readonly start: Start | null; readonly reader: PlainLineReader },
): Piece | null {
  // The parser reads the first line, and what an error may be about.
  if (start === null || start.unfinished.syntaxErrors.length > 0) return null;
  const { offset, unfinished } = start;
  const frame = unfinished.frames[0]!;
  const context = frame.context!;
  const { packs, to, lastTo } = reader.read(text, offset, context);
  if (packs.length === 0) return null;
  const known = { from: 0, valueTo: to, isClosed: true, inner: context, syntaxErrors: noSyntaxErrors };
  return {
    root: branchOf({ ...frame, parts: [...packs], interior: offset }, known),
    next: { offset: to, unfinished: { ...unfinished, frames: [{ ...frame, from: to, lastTo }] } },
    readTo: to,
    hasGivenUp: false,
  };
}

function pieceBefore(root: Branch, next: Start): Piece {
  const { offset, unfinished } = next;
  const count = unfinished.frames[0]!.parts!.length;
  return { root: firstParts(root, count, offset), next, readTo: offset, hasGivenUp: false };
}

/** The start of the next piece, after the text before an offset and the parts in it were dropped. */
export function startBehind({ offset, unfinished }: Start, dropped: number): Start {
  const moved = (at: number): number => Math.max(0, at - dropped);
  const [root] = unfinished.frames;
  return {
    offset: moved(offset),
    unfinished: {
      ...unfinished,
      frames: [{ ...copyOfFrame(root!, moved), interior: moved(offset), parts: [] }],
      // The piece has the others.
      syntaxErrors: unfinished.syntaxErrors
        .filter(({ from }) => from >= offset)
        .map((error) => movedError(error, moved)),
      markedAt: moved(unfinished.markedAt),
    },
  };
}
