import type { CancellationToken } from 'vscode-languageserver';
import { maxCompared } from '../../../core/collection/comparison/comparison';
import type { Excerpt } from '../../../core/collection/excerpt';
import { comparisonStep } from '../../../core/features/export/comparison';
import {
  htmlStep,
  htmlStepOfSome,
  markdownOfMessage,
  markdownStep,
  type SomeTrajectories,
} from '../../../core/features/export/export';
import { type ExportStep, exportStart } from '../../../core/features/export/exportStep';
import { htmlComparison } from '../../../core/features/export/html';
import { markdownComparison } from '../../../core/features/export/markdown';
import type { Work } from '../../../core/work';
import type { ComparisonOf, ExportedStep, ExportOf, exportRequest } from '../../../viewProtocol/export';
import type { ServerContext } from '../../feature';
import {
  type Asked,
  type Check,
  isIndex,
  isObject,
  isString,
  listOf,
  objectOf,
  optional,
  orNull,
  type Shape,
} from '../../params';
import type { Wanted } from '../../viewedFiles/viewSource';
import { aboutTrajectories, sourceOf } from './viewSources';

type Params = Asked<typeof exportRequest>;

const isWhat: Check = (value) =>
  isObject(value) &&
  ((value['what'] === 'page' &&
    isString(value['title']) &&
    optional(objectOf({ from: isIndex, to: isIndex }))(value['some'])) ||
    (value['what'] === 'conversation' && isIndex(value['trajectory'])) ||
    (value['what'] === 'message' && isIndex(value['trajectory']) && isIndex(value['message'])) ||
    (value['what'] === 'comparison' &&
      isString(value['title']) &&
      (value['as'] === 'markdown' || value['as'] === 'page') &&
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
  return sourceOf(server, uri).about(
    wantedFor(of, from),
    token,
    function* (excerpt, version): Work<ExportedStep | null> {
      const step = yield* stepOf(excerpt, of, from);
      return step && { ...step, version };
    },
  );
}

function wantedFor(of: Exclude<ExportOf, ComparisonOf>, from: Params['from']): Wanted {
  if (of.what !== 'page') return { trajectories: [of.trajectory] };
  return of.some === undefined ? 'everything' : { trajectories: [from?.trajectory ?? of.some.from] };
}

async function comparisonOf(
  server: ServerContext,
  { uri, of, from }: Params & { readonly of: ComparisonOf },
  token: CancellationToken,
): Promise<ExportedStep | null> {
  const asked = of.trajectories
    .slice(0, maxCompared)
    .map((trajectory, i) => ({ uri: of.documents?.[i]?.uri ?? uri, trajectory }));
  return aboutTrajectories(server, { asked, token }, function* (found): Work<ExportedStep | null> {
    const compared = found.map((one, i) => ({ ...one, name: of.documents?.[i]?.name ?? null }));
    const format = of.as === 'page' ? htmlComparison : markdownComparison;
    const step = yield* comparisonStep({ title: of.title, all: compared, format }, from ?? exportStart);
    const versions = new Map(asked.map((one, i) => [one.uri, found[i]!.version]));
    return step && { ...step, version: [...versions.values()].reduce((sum, one) => sum + one, 0) };
  });
}

function* stepOf(
  excerpt: Excerpt,
  of: Exclude<ExportOf, ComparisonOf>,
  from: Params['from'],
): Work<ExportStep | null> {
  const { document } = excerpt;
  const message = from?.message ?? 0;
  switch (of.what) {
    case 'page':
      if (of.some !== undefined) return yield* someOfPage(excerpt, { ...of.some, title: of.title }, from);
      return yield* htmlStep(document, of.title, from ?? { trajectory: 0, message });
    case 'conversation':
      return yield* inConversation(excerpt, of.trajectory, (trajectory) =>
        markdownStep(document, { trajectory, message }),
      );
    case 'message':
      return yield* inConversation(excerpt, of.trajectory, function* (trajectory): Work<ExportStep | null> {
        const text = yield* markdownOfMessage(document, trajectory, of.message);
        return text === null ? null : { text, next: null };
      });
  }
}

function* someOfPage(
  excerpt: Excerpt,
  some: SomeTrajectories,
  from: Params['from'],
): Work<ExportStep | null> {
  const at = from ?? { trajectory: some.from, message: 0 };
  const isInside = at.trajectory >= some.from && at.trajectory < some.to;
  const local = isInside ? excerpt.numberOf(at.trajectory) : null;
  return local === null ? null : yield* htmlStepOfSome(excerpt.document, { at, local }, some);
}

function* inConversation(
  { numberOf }: Excerpt,
  trajectory: number,
  step: (local: number) => Work<ExportStep | null>,
): Work<ExportStep | null> {
  const local = numberOf(trajectory);
  return local === null ? null : yield* step(local);
}
