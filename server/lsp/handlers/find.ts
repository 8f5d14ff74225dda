import type { CancellationToken, RequestType } from 'vscode-languageserver';
import { type Found, hitsIn } from '../../core/collection/finding/hits';
import { expressionOf } from '../../core/collection/finding/matching';
import { type ReadTexts, readTexts } from '../../core/collection/finding/reading';
import { maxStepLength, searchStep } from '../../core/collection/finding/search';
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
  const { uri, query, from, to, role, room } = params;
  const expression = expressionOf(query);
  if (typeof expression === 'string') return { failed: 'invalid', reason: expression };
  const extent = { from, to, role };
  const read = await afterProblems(
    server,
    { uri, token },
    function* (document: Document, version: number): Work<Step> {
      // The expression of a plain text cannot take long. Others are for the matcher.
      return query.isExpression
        ? { version, texts: yield* readTexts(document, { ...extent, maxLength: maxStepLength }) }
        : { version, found: yield* searchStep(document, query, { ...extent, expression, room }) };
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

function toPage(version: number, { hits, first, counts, next }: Found): FoundPage {
  return { version, hits, first, counts: toBase64(counts), next };
}
