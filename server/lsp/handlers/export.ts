import type { CancellationToken, RequestType } from 'vscode-languageserver';
import type { Excerpt } from '../../core/collection/excerpt';
import {
  comparisonStep,
  type ExportStep,
  htmlStep,
  markdownOfMessage,
  markdownStep,
} from '../../core/features/export/export';
import type { Work } from '../../core/work';
import type { ExportedStep, ExportOf, exportRequest } from '../../exportProtocol';
import type { ServerContext } from '../feature';
import type { Wanted } from '../files/viewSource';
import { type Check, isIndex, isObject, isString, listOf, objectOf, orNull, type Shape } from '../params';
import { sourceOf } from './viewSources';

type Params =
  typeof exportRequest extends RequestType<infer Asked, infer _Result, infer _Error> ? Asked : never;

const isWhat: Check = (value) =>
  isObject(value) &&
  ((value['what'] === 'page' && isString(value['title'])) ||
    (value['what'] === 'conversation' && isIndex(value['trajectory'])) ||
    (value['what'] === 'message' && isIndex(value['trajectory']) && isIndex(value['message'])) ||
    (value['what'] === 'comparison' && listOf(isIndex)(value['trajectories'])));

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
  return sourceOf(server, uri).about(
    wantedFor(of),
    token,
    function* (excerpt, version): Work<ExportedStep | null> {
      const step = yield* stepOf(excerpt, of, from);
      return step && { ...step, version };
    },
  );
}

function wantedFor(of: ExportOf): Wanted {
  switch (of.what) {
    case 'page':
      return 'everything';
    case 'comparison':
      return { trajectories: of.trajectories };
    default:
      return { trajectories: [of.trajectory] };
  }
}

function* stepOf(excerpt: Excerpt, of: ExportOf, from: Params['from']): Work<ExportStep | null> {
  const { document } = excerpt;
  const message = from?.message ?? 0;
  switch (of.what) {
    case 'page':
      return yield* htmlStep(document, of.title, from ?? { trajectory: 0, message });
    case 'conversation':
      return yield* inConversation(excerpt, of.trajectory, (trajectory) =>
        markdownStep(document, { trajectory, message }),
      );
    case 'comparison': {
      const numbers = of.trajectories.flatMap((trajectory) => excerpt.numberOf(trajectory) ?? []);
      return yield* comparisonStep(document, numbers, { trajectory: 0, message });
    }
    case 'message':
      return yield* inConversation(excerpt, of.trajectory, function* (trajectory): Work<ExportStep | null> {
        const text = yield* markdownOfMessage(document, trajectory, of.message);
        return text === null ? null : { text, next: null };
      });
  }
}

function* inConversation(
  { numberOf }: Excerpt,
  trajectory: number,
  step: (local: number) => Work<ExportStep | null>,
): Work<ExportStep | null> {
  const local = numberOf(trajectory);
  return local === null ? null : yield* step(local);
}
