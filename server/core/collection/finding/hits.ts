import type { PathSegment } from '../../syntax/nodes/path';
import { sourceIndexes } from './pieces';
import type { Cursor, PlacedPiece, ReadTexts } from './reading';

/** A match, and the text around it. */
export interface Hit {
  readonly trajectory: number;
  readonly message: number;
  readonly role: string | null;
  /** The value that contains it, as a path from the trajectory. */
  readonly path: readonly PathSegment[];
  /** Range in the source: code units from the start of that value. */
  readonly from: number;
  readonly to: number;
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

/** What a step of a search has found. */
export interface Found {
  readonly hits: readonly Hit[];
  /** Number of hits in each trajectory, from `first` on, also of those that are not in `hits`. */
  readonly first: number;
  readonly counts: Int32Array;
  /** Where the search continues; null at its end. */
  readonly next: Cursor | null;
}

/** Maximum hits of a step; the response then stays below 1 MB. */
export const maxHits = 500;
/** Code units of an excerpt: of the match, and around it. */
const maxFoundLength = 120;
const lengthBefore = 40;
const lengthAfter = 100;

/** The hits in texts that were read. At most `room` of them, and then the others are only counted if it is 0. */
export function hitsIn(
  { pieces, next }: ReadTexts,
  matches: readonly (readonly number[])[],
  { first, room, end }: { readonly first: number; readonly room: number; readonly end: number },
): Found {
  const last = next?.trajectory ?? end - 1;
  const counts = new Int32Array(Math.max(0, last - first + 1));
  const hits: Hit[] = [];
  const most = Math.min(room, maxHits);
  for (const [i, piece] of pieces.entries()) {
    const found = matches[i]!;
    const left = 2 * (most - hits.length);
    const isCut = room > 0 && found.length > left;
    const taken = isCut ? found.slice(0, left) : found;
    const places = sourceIndexes(piece, room > 0 ? taken : []);
    for (let at = 0; room > 0 && at < taken.length; at += 2)
      hits.push(hitOf(piece, taken[at]!, taken[at + 1]!, [places[at]!, places[at + 1]!]));
    counts[piece.place.trajectory - first]! += taken.length / 2;
    if (isCut) return cutAt({ hits, first, counts }, piece, places.at(-1));
    if (!piece.isLast)
      return { hits, first, counts, next: after(piece, Math.max(piece.to, taken.at(-1) ?? 0)) };
  }
  return { hits, first, counts, next };
}

/** Stops behind the last hit that has room. */
function cutAt(
  { hits, first, counts }: Omit<Found, 'next'>,
  { place }: PlacedPiece,
  offset: number | undefined,
): Found {
  const next = offset === undefined ? place : { ...place, offset };
  return { hits, first, counts: counts.slice(0, place.trajectory - first + 1), next };
}

/** The cursor at an index of a piece. */
function after(piece: PlacedPiece, index: number): Cursor {
  return { ...piece.place, offset: sourceIndexes(piece, [index])[0]! };
}

function hitOf(
  { text, path, role, place: { trajectory, message } }: PlacedPiece,
  start: number,
  end: number,
  [from, to]: readonly [number, number],
): Hit {
  return {
    ...{ trajectory, message, role, path, from, to },
    before: text.slice(Math.max(0, start - lengthBefore), start),
    found: text.slice(start, Math.min(end, start + maxFoundLength)),
    after: text.slice(end, end + lengthAfter),
  };
}
