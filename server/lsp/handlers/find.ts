import type { CancellationToken, RequestType } from 'vscode-languageserver';
import { type Found, hitsIn } from '../../core/collection/finding/hits';
import { expressionOf, matchesInEach } from '../../core/collection/finding/matching';
import { type ReadTexts, readTexts } from '../../core/collection/finding/reading';
import type { Document } from '../../core/document';
import type { Work } from '../../core/work';
import type { FoundPage, findRequest } from '../../viewProtocol';
import { toBase64 } from '../base64';
import type { ServerContext } from '../feature';
import { type Check, isIndex, isString, objectOf, orNull, type Shape } from '../params';
import { maxSeconds } from '../scheduling/matcher';
import { afterProblems } from './inSlices';

type Params =
  typeof findRequest extends RequestType<infer Asked, infer _Result, infer _Error> ? Asked : never;

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
  const { uri, query, from, to, role } = params;
  const expression = expressionOf(query);
  if (typeof expression === 'string') return { failed: 'invalid', reason: expression };
  const read = await afterProblems(
    server,
    { uri, token },
    function* (document: Document, version: number): Work<Step> {
      const texts = yield* readTexts(document, { from, to, role });
      // Escaped text has no way to take long. Expressions are for the matcher.
      const matches = query.isExpression ? null : yield* matchesInEach(query, expression, texts.pieces);
      return { version, texts, matches };
    },
  );
  if (read === null) return null;
  const { version, texts } = read;
  const found = read.matches ?? (await server.matcher.match({ expression, texts: texts.pieces }, token));
  if (found === null) return null;
  if ('failure' in found) return { failed: 'invalid', reason: found.failure };
  if ('tooSlow' in found) {
    const { trajectory, message } = texts.pieces[found.tooSlow]!.place;
    return { failed: 'too-slow', seconds: maxSeconds, trajectory, message };
  }
  const matches = 'matches' in found ? found.matches : found;
  return toPage(version, hitsIn(texts, matches, { first: from.trajectory, end: to, room: params.room }));
}

/** A version's texts. `matches` is null if they are not searched yet. */
interface Step {
  readonly version: number;
  readonly texts: ReadTexts;
  readonly matches: number[][] | null;
}

function toPage(version: number, { hits, first, counts, next }: Found): FoundPage {
  return { version, hits, first, counts: toBase64(counts), next };
}
