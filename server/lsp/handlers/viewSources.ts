import { wholeExcerpt } from '../../core/collection/excerpt';
import { collectSummaries } from '../../core/collection/summaries/collection';
import type { ServerContext } from '../feature';
import type { ViewSource } from '../files/viewSource';
import { afterProblems } from './inSlices';

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
        return yield* start({ collection, kind: document.type.kind, version });
      }),
    about: (_, token, start) =>
      afterProblems(server, { uri, token }, (document, version) => start(wholeExcerpt(document), version)),
  };
}
