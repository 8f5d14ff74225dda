import type { CancellationToken } from 'vscode-languageserver';
import type { Excerpt } from '../../../core/collection/excerpt';
import { type Found, hitsIn } from '../../../core/collection/finding/hits';
import { expressionOf } from '../../../core/collection/finding/matching';
import {
  type Cursor,
  type Extent,
  type ReadTexts,
  readTexts,
  startOf,
} from '../../../core/collection/finding/reading';
import { maxStepLength, searchStep } from '../../../core/collection/finding/search';
import type { Work } from '../../../core/work';
import type { FoundPage, findRequest } from '../../../viewProtocol/find';
import { toBase64 } from '../../base64';
import type { ServerContext } from '../../feature';
import { type Asked, type Check, isIndex, isString, objectOf, orNull, type Shape } from '../../params';
import { maxSeconds } from '../../scheduling/matcher';
import { sourceOf } from './viewSources';

type Params = Asked<typeof findRequest>;

const isBoolean: Check = (value) => typeof value === 'boolean';

export const findParams: Shape = {
  uri: isString,
  query: objectOf({ text: isString, isExpression: isBoolean, isCaseSensitive: isBoolean }),
  role: orNull(isString),
  from: objectOf({ trajectory: isIndex, message: isIndex, text: isIndex, offset: isIndex }),
  to: isIndex,
  room: isIndex,
};

/** The next step of a search. */
export async function findIn(
  server: ServerContext,
  params: Params,
  token: CancellationToken,
): Promise<FoundPage | null> {
  const { uri, query, from, to, role, room } = params;
  const expression = expressionOf(query);
  if (typeof expression === 'string') return { failed: 'invalid', reason: expression };
  const wanted = { from: from.trajectory, to, length: maxStepLength, query };
  const read = await sourceOf(server, uri).about(
    wanted,
    token,
    function* (excerpt: Excerpt, version: number): Work<Step | null> {
      const extent = extentIn(excerpt, { from, to, role });
      if (extent === null) return null;
      const { document } = excerpt;
      // The expression of a plain text cannot take long. Others are for the matcher.
      if (!query.isExpression) {
        const found = yield* searchStep(document, query, { ...extent.local, expression, room });
        return { version, found: movedFound(found, extent) };
      }
      const texts = yield* readTexts(document, { ...extent.local, maxLength: maxStepLength });
      return { version, texts: movedTexts(texts, extent) };
    },
  );
  if (read === null) return null;
  if ('found' in read) return toPage(read.version, read.found);
  const { version, texts } = read;
  const result = await server.matcher.match({ expression, texts: texts.pieces }, token);
  if (result === null) return null;
  if ('failure' in result) return { failed: 'invalid', reason: result.failure };
  if ('tooSlow' in result) {
    const { trajectory, message } = texts.pieces[result.tooSlow]!.place;
    return { failed: 'too-slow', seconds: maxSeconds, trajectory, message };
  }
  return toPage(version, hitsIn(texts, result.matches, { first: from.trajectory, end: to, room }));
}

/** What was found in a version, or the texts that an expression is still to search. */
type Step =
  | { readonly version: number; readonly found: Found }
  | { readonly version: number; readonly texts: ReadTexts };

/** An extent in the numbers of an excerpt. */
interface LocalExtent {
  readonly local: Omit<Extent, 'maxLength'>;
  /** What is added to a number of the excerpt. */
  readonly shift: number;
  /** The first trajectory that was asked for. Those before the excerpt have no match. */
  readonly first: number;
  /** Where the search continues behind the excerpt; null if it ends there. */
  readonly rest: number | null;
}

function extentIn(
  { numberOf, start, end }: Excerpt,
  { from: asked, to, role }: Omit<Extent, 'maxLength'>,
): LocalExtent | null {
  const from = start > asked.trajectory ? startOf(start) : asked;
  const number = numberOf(from.trajectory);
  if (number === null) return null;
  const shift = from.trajectory - number;
  const local = { from: { ...from, trajectory: number }, to: Math.min(to, end) - shift, role };
  return { local, shift, first: asked.trajectory, rest: end < to ? end : null };
}

function movedCursor(cursor: Cursor | null, { shift, rest }: LocalExtent): Cursor | null {
  if (cursor !== null) return { ...cursor, trajectory: cursor.trajectory + shift };
  return rest === null ? null : startOf(rest);
}

function movedFound(found: Found, extent: LocalExtent): Found {
  const { shift, first } = extent;
  const hits = found.hits.map((hit) => ({ ...hit, trajectory: hit.trajectory + shift }));
  const leftOut = found.first + shift - first;
  const counts = new Int32Array(leftOut + found.counts.length);
  counts.set(found.counts, leftOut);
  return { hits, first, counts, next: movedCursor(found.next, extent) };
}

function movedTexts({ pieces, next }: ReadTexts, extent: LocalExtent): ReadTexts {
  const { shift } = extent;
  const moved = pieces.map((piece) => ({
    ...piece,
    place: { ...piece.place, trajectory: piece.place.trajectory + shift },
  }));
  return { pieces: moved, next: movedCursor(next, extent) };
}

function toPage(version: number, { hits, first, counts, next }: Found): FoundPage {
  return { version, hits, first, counts: toBase64(counts), next };
}
