import type { PathSegment } from '../../server/protocol';
import {
  type Body,
  type DocumentSnapshot,
  isFilePiece,
  piecesOfDocuments,
  type SourcePiece,
} from '../request/body';
import type { ValidationError } from './validationErrors';

/** The location of a validation error in a document: a path, or an offset in the source text. */
export type SourceLocation =
  | { readonly source: DocumentSnapshot; readonly path: readonly PathSegment[] }
  | { readonly source: DocumentSnapshot; readonly offset: number };

/**
 * The location of each validation error in the documents. Null for one about nothing in them (the URL, or a part of the
 * body that the user was asked for).
 */
export function sourceLocationsOf(
  body: Body,
  errors: readonly ValidationError[],
): readonly (SourceLocation | null)[] {
  const index = indexPieces(body);
  const atOffsets = offsetLocations(
    body,
    errors.flatMap((error) => malformedOffset(error) ?? []),
  );
  return errors.map((error) => {
    const { loc } = error;
    const offset = malformedOffset(error);
    if (offset !== null) return atOffsets.get(offset) ?? null;
    return loc[0] === 'path' ? null : pathLocation(index, loc[0] === 'body' ? loc.slice(1) : loc);
  });
}

/**
 * Malformed JSON is reported as ["body", OFFSET], where the offset may be a string, as the interface document says; no
 * documented body has an array at its root.
 */
export function malformedOffset({ loc }: Pick<ValidationError, 'loc'>): number | null {
  const [head, offset] = loc;
  return head === 'body' && loc.length === 2 && /^\d+$/.test(String(offset)) ? Number(offset) : null;
}

/** For each value of the body, by path: the first piece at or in it. */
function indexPieces(body: Body): ReadonlyMap<string, SourcePiece> {
  const index = new Map<string, SourcePiece>();
  for (const piece of piecesOfDocuments(body)) {
    const { bodyPath } = piece;
    // The root of the body is no document, unless one piece is all of it.
    for (let length = Math.min(1, bodyPath.length); length <= bodyPath.length; length++) {
      const key = keyOf(bodyPath.slice(0, length));
      if (!index.has(key)) index.set(key, piece);
    }
  }
  return index;
}

/** Finds the piece that contains the value, or failing that the first piece inside the value. */
function pathLocation(
  index: ReadonlyMap<string, SourcePiece>,
  path: readonly PathSegment[],
): SourceLocation | null {
  let inside: SourcePiece | undefined;
  for (let length = 0; length <= path.length; length++) {
    inside = index.get(keyOf(path.slice(0, length)));
    if (inside === undefined && length > 0) return null;
    if (inside?.bodyPath.length === length)
      return { source: inside.source, path: [...inside.sourcePath, ...path.slice(length)] };
  }
  return inside ? { source: inside.source, path: [] } : null;
}

/**
 * Maps offsets to locations. Offsets count code points of the body, as Python does. One outside all documents maps to
 * the end of the document before it, or else to the start of the first. Finds all in one pass, because a body can be
 * very long and has no index. The length of a file in code points is not known, so none are found from there on.
 */
function offsetLocations(body: Body, offsets: readonly number[]): ReadonlyMap<number, SourceLocation> {
  const waiting = [...new Set(offsets)].sort((a, b) => b - a);
  const found = new Map<number, SourceLocation>();
  const putUpTo = (point: number, location: SourceLocation) => {
    while (waiting.length > 0 && waiting.at(-1)! <= point) found.set(waiting.pop()!, location);
  };
  let point = 0;
  let end: SourceLocation | null = null;
  for (const piece of body) {
    if (waiting.length === 0) break;
    if (typeof piece === 'string') {
      point += [...piece].length;
      continue;
    }
    if (isFilePiece(piece)) return found;
    const { source, from, to } = piece;
    if (end !== null) putUpTo(point - 1, end);
    const { text } = source;
    for (let offset = from; offset < to && waiting.length > 0; point++) {
      if (waiting.at(-1)! <= point) putUpTo(point, { source, offset });
      offset += text.codePointAt(offset)! > 0xffff ? 2 : 1;
    }
    end = { source, offset: to };
  }
  if (end !== null) putUpTo(Number.POSITIVE_INFINITY, end);
  return found;
}

/** Indexes may be strings, as the interface document says: `3` and `"3"` are one key. */
function keyOf(path: readonly PathSegment[]): string {
  return path.join('\u0000');
}
