import type { CancellationToken, RequestType } from 'vscode-languageserver';
import type { Document } from '../../core/document';
import {
  comparisonStep,
  type ExportStep,
  exportStart,
  htmlStep,
  markdownOfMessage,
  markdownStep,
} from '../../core/features/export/export';
import type { Work } from '../../core/work';
import type { ExportedStep, ExportOf, exportRequest } from '../../exportProtocol';
import type { ServerContext } from '../feature';
import {
  type Check,
  isIndex,
  isObject,
  isString,
  listOf,
  objectOf,
  optional,
  orNull,
  type Shape,
} from '../params';
import { afterProblems, afterProblemsOfAll } from './inSlices';

type Params =
  typeof exportRequest extends RequestType<infer Asked, infer _Result, infer _Error> ? Asked : never;

const isWhat: Check = (value) =>
  isObject(value) &&
  ((value['what'] === 'page' && isString(value['title'])) ||
    (value['what'] === 'conversation' && isIndex(value['trajectory'])) ||
    (value['what'] === 'message' && isIndex(value['trajectory']) && isIndex(value['message'])) ||
    (value['what'] === 'comparison' &&
      listOf(isIndex)(value['trajectories']) &&
      optional(listOf(objectOf({ uri: isString, name: isString })))(value['documents'])));

export const exportParams: Shape = {
  uri: isString,
  of: isWhat,
  from: orNull(objectOf({ trajectory: isIndex, message: isIndex })),
};

/** The next part of an export. */
export async function exportOf(
  server: ServerContext,
  { uri, of, from }: Params,
  token: CancellationToken,
): Promise<ExportedStep | null> {
  if (of.what === 'comparison') return comparisonOf(server, { uri, of, from }, token);
  return afterProblems(
    server,
    { uri, token },
    function* (document: Document, version: number): Work<ExportedStep | null> {
      const step = yield* stepOf(document, of, from);
      return step && { ...step, version };
    },
  );
}

type ComparisonOf = Extract<ExportOf, { readonly what: 'comparison' }>;

async function comparisonOf(
  server: ServerContext,
  { uri, of, from }: Params & { readonly of: ComparisonOf },
  token: CancellationToken,
): Promise<ExportedStep | null> {
  const uris = of.trajectories.map((_, i) => of.documents?.[i]?.uri ?? uri);
  return afterProblemsOfAll(server, { uris, token }, function* (all): Work<ExportedStep | null> {
    const compared = all.map(({ document }, i) => ({
      document,
      trajectory: of.trajectories[i]!,
      name: of.documents?.[i]?.name ?? null,
    }));
    const step = yield* comparisonStep(compared, from ?? exportStart);
    const versions = new Map(uris.map((one, i) => [one, all[i]!.version]));
    return step && { ...step, version: [...versions.values()].reduce((sum, one) => sum + one, 0) };
  });
}

function* stepOf(
  document: Document,
  of: Exclude<ExportOf, ComparisonOf>,
  from: Params['from'],
): Work<ExportStep | null> {
  const start = from ?? { trajectory: of.what === 'conversation' ? of.trajectory : 0, message: 0 };
  switch (of.what) {
    case 'page':
      return yield* htmlStep(document, of.title, start);
    case 'conversation':
      return yield* markdownStep(document, start);
    case 'message': {
      const text = yield* markdownOfMessage(document, of.trajectory, of.message);
      return text === null ? null : { text, next: null };
    }
  }
}
