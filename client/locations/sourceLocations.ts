import type { Body, DocumentSnapshot, SourcePiece } from '../../send/request/body';
import type { ValidationError } from '../../send/response/validationErrors';
import type { PathSegment } from '../../server/protocol';

/** Where the service's validation error stands in a document: at a path, or at an offset of the source text. */
export type SourceLocation =
  | { readonly source: DocumentSnapshot; readonly path: readonly PathSegment[] }
  | { readonly source: DocumentSnapshot; readonly offset: number };

/**
 * The place in the documents of each validation error, null for one that concerns nothing in them (the URL, a part of
 * the body that the user was asked for).
 */
export function sourceLocationsOf(
  body: Body,
  problems: readonly ValidationError[],
): readonly (SourceLocation | null)[] {
  const index = indexPieces(body);
  const atOffsets = offsetLocations(
    body,
    problems.flatMap((problem) => malformedOffset(problem) ?? []),
  );
  return problems.map((problem) => {
    const { loc } = problem;
    const offset = malformedOffset(problem);
    if (offset !== null) return atOffsets.get(offset) ?? null;
    return loc[0] === 'path' ? null : pathLocation(index, loc[0] === 'body' ? loc.slice(1) : loc);
  });
}

/** Malformed JSON is reported as ["body", OFFSET]; no documented body has an array at its root. */
function malformedOffset({ loc }: ValidationError): number | null {
  const [head, offset] = loc;
  return head === 'body' && loc.length === 2 && typeof offset === 'number' ? offset : null;
}

/** The first piece at or in each value of the body that pieces make up, by the path of the value. */
function indexPieces(body: Body): ReadonlyMap<string, SourcePiece> {
  const index = new Map<string, SourcePiece>();
  for (const piece of body) {
    if (typeof piece === 'string') continue;
    const { bodyPath } = piece;
    // The body as a whole is no document, unless a piece is all of it.
    for (let length = Math.min(1, bodyPath.length); length <= bodyPath.length; length++) {
      const key = keyOf(bodyPath.slice(0, length));
      if (!index.has(key)) index.set(key, piece);
    }
  }
  return index;
}

/** Finds the piece that holds the value, or failing that the first piece inside the value. */
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
 * The places of offsets, which count code points of the body, as Python does. One that falls on no document is
 * put at the end of the one before, or else at the start of the first. All are found in one walk, because a body
 * can be very long and hold no index.
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

/** Indexes may come as strings, because the interface documents them so: `3` and `"3"` are one key. */
function keyOf(path: readonly PathSegment[]): string {
  return path.join('\u0000');
}
