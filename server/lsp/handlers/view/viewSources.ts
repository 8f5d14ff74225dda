import type { CancellationToken } from 'vscode-languageserver';
import { type Excerpt, wholeExcerpt } from '../../../core/collection/excerpt';
import { collectSummaries, problemsOutside } from '../../../core/collection/summaries/collection';
import type { Document } from '../../../core/document';
import { wrongFileProblem } from '../../../core/rules/wholeDocument';
import type { Work } from '../../../core/work';
import type { ServerContext } from '../../feature';
import type { ViewSource } from '../../viewedFiles/viewSource';
import { afterProblems } from '../inSlices';

/** What a view shows under a URI. An open document is newer than its file. */
export function sourceOf(server: ServerContext, uri: string): ViewSource {
  const file = server.documents.versionOf(uri) === null ? server.files.find(uri) : null;
  return file ?? documentSource(server, uri);
}

/** An open document: every excerpt is all of it. */
function documentSource(server: ServerContext, uri: string): ViewSource {
  return {
    summaries: (token, start) =>
      afterProblems(server, { uri, token }, function* (document, version) {
        const collection = yield* collectSummaries(document);
        const problemsElsewhere = problemsOutside(document, collection);
        const { kind, wrongFile: found } = document.type;
        const wrongFile = found === null ? null : wrongFileProblem(found).message;
        return yield* start({ collection, kind, version, problemsElsewhere, wrongFile });
      }),
    about: (_, token, start) =>
      afterProblems(server, { uri, token }, (document, version) => start(wholeExcerpt(document), version)),
  };
}

/** A trajectory by its number in an excerpt of its source. */
export interface TrajectoryOfSource {
  readonly document: Document;
  readonly trajectory: number;
  /** Of the source. */
  readonly version: number;
}

/**
 * Runs work about trajectories of several sources. Null if one does not exist, if the first source changes meanwhile, or
 * if the request is cancelled. The others may change: the response says which version it is about.
 */
export async function aboutTrajectories<Result>(
  server: ServerContext,
  {
    asked,
    token,
  }: {
    readonly asked: readonly { readonly uri: string; readonly trajectory: number }[];
    readonly token: CancellationToken;
  },
  start: (found: readonly TrajectoryOfSource[]) => Work<Result | null>,
): Promise<Result | null> {
  const [first, ...others] = new Set(asked.map(({ uri }) => uri));
  if (first === undefined) return null;
  const wantedIn = (of: string) => ({
    trajectories: asked.filter(({ uri }) => uri === of).map(({ trajectory }) => trajectory),
  });
  const known = new Map<string, { readonly excerpt: Excerpt; readonly version: number }>();
  for (const uri of others) {
    const found = await sourceOf(server, uri).about(wantedIn(uri), token, asItIs);
    if (found === null) return null;
    known.set(uri, found);
  }
  return sourceOf(server, first).about(wantedIn(first), token, function* (excerpt, version) {
    known.set(first, { excerpt, version });
    const found = asked.flatMap(({ uri, trajectory }) => {
      const source = known.get(uri)!;
      const number = source.excerpt.numberOf(trajectory);
      return number === null
        ? []
        : [{ document: source.excerpt.document, trajectory: number, version: source.version }];
    });
    return found.length < asked.length ? null : yield* start(found);
  });
}

/** An excerpt is immutable. */
function* asItIs(
  excerpt: Excerpt,
  version: number,
): Work<{ readonly excerpt: Excerpt; readonly version: number }> {
  yield;
  return { excerpt, version };
}
