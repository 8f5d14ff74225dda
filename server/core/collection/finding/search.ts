import type { Document } from '../../document';
import type { Work } from '../../work';
import { type Found, type Hit, hitsIn, maxHits } from './hits';
import { matchesInEach, type Query } from './matching';
import { type Cursor, costOf, type Extent, readTexts } from './reading';

/** Code units of source in a step of a search. */
export const maxStepLength = 1_000_000;
/** The same for what is read at once: little, because a step ends at its last hit. */
const maxReadLength = 100_000;

/** A step of a search for a plain text, whose expression cannot take long. */
export function* searchStep(
  document: Document,
  query: Query,
  {
    expression,
    room,
    ...extent
  }: Omit<Extent, 'maxLength'> & { readonly expression: RegExp; readonly room: number },
): Work<Found> {
  const first = extent.from.trajectory;
  const hits: Hit[] = [];
  const counts: number[] = [];
  let next: Cursor | null = extent.from;
  const most = Math.min(room, maxHits);
  for (let length = 0; next !== null && length < maxStepLength; ) {
    const texts = yield* readTexts(document, { ...extent, from: next, maxLength: maxReadLength });
    const matches = yield* matchesInEach(query, expression, texts.pieces);
    const left = { first: next.trajectory, room: most - hits.length, end: extent.to };
    const found = hitsIn(texts, matches, left);
    hits.push(...found.hits);
    for (const [i, count] of found.counts.entries()) {
      const at = found.first - first + i;
      counts[at] = (counts[at] ?? 0) + count;
    }
    next = found.next;
    length += texts.pieces.reduce((sum, piece) => sum + costOf(piece), 0) || maxReadLength;
    if (room > 0 && hits.length >= most) break;
  }
  return { hits, first, counts: Int32Array.from(counts), next };
}
