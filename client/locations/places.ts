import type { ServiceProblem } from '../../send/answer/serviceProblems';
import { type Body, pieceText, type Source, type SourcePiece } from '../../send/request/body';
import type { PathSegment } from '../../server/protocol';

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
  const offsets = problems.map(malformedOffset);
  const atOffsets = offsetPlaces(
    body,
    offsets.filter((offset) => offset !== null),
  );
  return problems.map(({ loc }, i) => {
    const offset = offsets[i] ?? null;
    if (offset !== null) return atOffsets.get(offset) ?? null;
    if (loc[0] === 'path') return null;
    return pathPlace(index, loc[0] === 'body' ? loc.slice(1) : loc);
  });
}

/** Malformed JSON is reported as ["body", OFFSET]; no documented body has an array at its root. */
function malformedOffset({ loc }: ServiceProblem): number | null {
  const [head, offset] = loc;
  return head === 'body' && loc.length === 2 && typeof offset === 'number' ? offset : null;
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

/**
 * The places of offsets, which count code points of the body, as Python does. One that falls on no document is
 * put at the nearest. All are found in one walk, because a body can be very long and hold no index.
 */
function offsetPlaces(body: Body, offsets: readonly number[]): ReadonlyMap<number, Place | null> {
  const wanted = [...new Set(offsets)].sort((a, b) => a - b);
  const found = new Map<number, Place | null>();
  const walk: Walk = { text: '', units: 0, points: 0 };
  let next = 0;
  let last: SourcePiece | null = null;
  for (const piece of body) {
    if (next === wanted.length) break;
    walk.text = typeof piece === 'string' ? piece : pieceText(piece);
    walk.units = 0;
    // What stands before every document is put at the first, so it waits until that is reached.
    const waits = typeof piece === 'string' && last === null;
    while (next < wanted.length && reach(walk, waits ? Number.POSITIVE_INFINITY : wanted[next]!)) {
      const here =
        typeof piece === 'string' ? endOf(last) : { source: piece.source, offset: piece.from + walk.units };
      found.set(wanted[next++]!, here);
    }
    if (typeof piece !== 'string') last = piece;
  }
  for (const offset of wanted.slice(next)) found.set(offset, endOf(last));
  return found;
}

function endOf(piece: SourcePiece | null): Place | null {
  return piece && { source: piece.source, offset: piece.to };
}

/** How far a body has been walked: code units of the piece at hand, code points of the whole body. */
interface Walk {
  text: string;
  units: number;
  points: number;
}

/** Walks on to a code point of the body; false when it is behind the end of the piece at hand. */
function reach(walk: Walk, target: number): boolean {
  const { text } = walk;
  let { units, points } = walk;
  while (points < target && units < text.length) {
    const pair = (text.codePointAt(units) ?? 0) > 0xffff;
    units += pair ? 2 : 1;
    points++;
  }
  walk.units = units;
  walk.points = points;
  return units < text.length;
}

/** Indexes may come as strings, because the interface documents them so: `3` and `"3"` are one key. */
function keyOf(path: readonly PathSegment[]): string {
  return path.join('\u0000');
}
