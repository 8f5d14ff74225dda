import type { PathSegment } from '../../server/protocol';
import { type Body, pieceText, type Source, type SourcePiece } from './body';
import type { ServiceProblem } from './serviceProblems';

/** Where the service's finding stands in a document: at a path, or at an offset of the source text. */
export type Place =
  | { readonly source: Source; readonly path: readonly PathSegment[] }
  | { readonly source: Source; readonly offset: number };

/**
 * The place in the documents of each finding, null for one that concerns nothing in them (the URL, a part of
 * the body that the user was asked for).
 */
export function placesOf(body: Body, problems: readonly ServiceProblem[]): readonly (Place | null)[] {
  const index = indexPieces(body);
  return problems.map((problem) => {
    const [head, ...rest] = problem.loc;
    if (head === 'path') return null;
    const path = head === 'body' ? rest : problem.loc;
    const offset = rest[0];
    // Malformed JSON is reported as ["body", OFFSET]; no documented body has an array at its root.
    const malformed = head === 'body' && rest.length === 1 && typeof offset === 'number';
    return malformed ? offsetPlace(body, offset) : pathPlace(index, path);
  });
}

/** Pieces by the path of the value they hold, and the first piece inside each value that holds pieces. */
interface PieceIndex {
  readonly at: ReadonlyMap<string, SourcePiece>;
  readonly inside: ReadonlyMap<string, SourcePiece>;
  /** Segments of the longest path in `at`. */
  readonly depth: number;
}

function indexPieces(body: Body): PieceIndex {
  const at = new Map<string, SourcePiece>();
  const inside = new Map<string, SourcePiece>();
  let depth = 0;
  for (const piece of body) {
    if (typeof piece === 'string') continue;
    at.set(keyOf(piece.bodyPath), piece);
    depth = Math.max(depth, piece.bodyPath.length);
    for (let length = 1; length < piece.bodyPath.length; length++) {
      const key = keyOf(piece.bodyPath.slice(0, length));
      if (!inside.has(key)) inside.set(key, piece);
    }
  }
  return { at, inside, depth };
}

/** Finds the piece that holds the value, or failing that the first piece inside the value. */
function pathPlace({ at, inside, depth }: PieceIndex, path: readonly PathSegment[]): Place | null {
  for (let length = Math.min(depth, path.length); length >= 0; length--) {
    const piece = at.get(keyOf(path.slice(0, length)));
    if (piece) return { source: piece.source, path: [...piece.sourcePath, ...path.slice(length)] };
  }
  const first = inside.get(keyOf(path));
  return first ? { source: first.source, path: [] } : null;
}

/** `offset` counts code points of the body, as Python does. One that falls on no document is put at the nearest. */
function offsetPlace(body: Body, offset: number): Place | null {
  let left = offset;
  let last: SourcePiece | null = null;
  for (const piece of body) {
    const text = typeof piece === 'string' ? piece : pieceText(piece);
    const counted = countPoints(text, left);
    if (typeof piece !== 'string') {
      if (counted.units < text.length) return { source: piece.source, offset: piece.from + counted.units };
      last = piece;
    } else if (counted.units < text.length && last !== null) {
      break;
    }
    left -= counted.points;
  }
  return last === null ? null : { source: last.source, offset: last.to };
}

/** How many code units the first `points` code points take, and how many code points there were. */
function countPoints(text: string, points: number): { readonly units: number; readonly points: number } {
  let units = 0;
  let seen = 0;
  while (seen < points && units < text.length) {
    const pair = (text.codePointAt(units) ?? 0) > 0xffff;
    units += pair ? 2 : 1;
    seen++;
  }
  return { units, points: seen };
}

/** Indexes may come as strings, because the interface documents them so: `3` and `"3"` are one key. */
function keyOf(path: readonly PathSegment[]): string {
  return path.join('\u0000');
}
