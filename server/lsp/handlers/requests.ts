import type { CancellationToken } from 'vscode-languageserver';
import type { Document } from '../../core/document';
import type { FormattedText } from '../../core/features/format/formattedText';
import { convertDocument } from '../../core/features/lines/convert';
import { expandLineText } from '../../core/features/lines/expandLine';
import { joinLinesText } from '../../core/features/lines/joinLines';
import { copyPath } from '../../core/features/paths/copyPath';
import { locatePaths } from '../../core/features/paths/locatePaths';
import { summarize } from '../../core/features/summary';
import type { PathSegment } from '../../core/syntax/tree/nodes';
import { offsetAt } from '../../core/text/text';
import type { Work } from '../../core/work';
import type {
  Converted,
  convertRequest,
  DocumentSummary,
  describeRequest,
  expandLineRequest,
  joinLinesRequest,
  locateRequest,
  PathLocation,
  pathRequest,
  SortEdits,
  sortKeysRequest,
} from '../../protocol';
import type { ServerContext } from '../feature';
import type { Asked } from '../params';
import { runInSlices } from '../scheduling/slices';
import { toRange } from '../toLsp';
import { showWarning } from './inSlices';
import { sortEdits } from './wholeEdits';

// Messages from our client beyond LSP: see `protocol.ts`.

/** Nobody picks from a longer list, and each id may become a fix. */
const maxModelIds = 100;

export function takeRecentModelIds(
  server: ServerContext,
  { modelIds }: { readonly modelIds: readonly string[] },
): void {
  server.recentModelIds = modelIds.slice(0, maxModelIds);
}

export async function describeDocument(
  { documents, described }: ServerContext,
  { uri }: Asked<typeof describeRequest>,
): Promise<DocumentSummary | null> {
  const done = await documents.work(uri, function* (document, version): Work<DocumentSummary> {
    const summary = { ...(yield* summarize(document)), version };
    described.add(uri, version, document);
    return summary;
  });
  return done?.result ?? null;
}

export async function locate(
  server: ServerContext,
  { uri, version, paths }: Asked<typeof locateRequest>,
  token: CancellationToken,
): Promise<readonly PathLocation[] | null> {
  const { documents, described, lanes } = server;
  const known = described.find(uri, version);
  const isPresent = known === undefined && documents.versionOf(uri) === version;
  const document = isPresent ? await documents.ready(uri) : known;
  // It may have changed meanwhile.
  if (!document || (isPresent && documents.versionOf(uri) !== version)) return null;
  const isWanted = (): boolean => !token.isCancellationRequested && !server.isEnding;
  const done = await runInSlices(locating(document, paths), { lane: lanes(uri), isWanted });
  return done?.result ?? null;
}

function* locating(document: Document, paths: readonly (readonly PathSegment[])[]): Work<PathLocation[]> {
  const locations = yield* locatePaths(document, paths);
  return locations.map((location) => ({ ...location, ...toRange(document.text, location) }));
}

export async function pathAt(
  { documents }: ServerContext,
  { uri, position, format }: Asked<typeof pathRequest>,
  token: CancellationToken,
): Promise<string | null> {
  const path = function* (document: Document): Work<string | null> {
    yield;
    return copyPath(document, offsetAt(document.text, position), format);
  };
  const done = await documents.work(uri, path, wantedBy(token));
  return done?.result ?? null;
}

export async function convert(
  { documents }: ServerContext,
  { uri, to, grouping }: Asked<typeof convertRequest>,
  token: CancellationToken,
): Promise<Converted | null> {
  const done = await documents.work(
    uri,
    (document) => convertDocument(document, to, grouping),
    wantedBy(token),
  );
  return done?.result ?? null;
}

export async function sortKeys(
  { documents }: ServerContext,
  { uri, version }: Asked<typeof sortKeysRequest>,
  token: CancellationToken,
): Promise<SortEdits | null> {
  const sorting = function* (document: Document, newest: number): Work<SortEdits | null> {
    return newest === version ? { edits: yield* sortEdits(document) } : null;
  };
  const done = await documents.work(uri, sorting, wantedBy(token));
  return done?.result ?? null;
}

export async function expandLine(
  { connection, documents }: ServerContext,
  { uri, version, line }: Asked<typeof expandLineRequest>,
  token: CancellationToken,
): Promise<string | null> {
  const laidOut = function* (document: Document, newest: number): Work<FormattedText | null> {
    return newest === version ? yield* expandLineText(document, line) : null;
  };
  const done = await documents.work(uri, laidOut, wantedBy(token));
  if (done?.result?.isTooLong === true)
    showWarning(
      connection,
      `Line ${line + 1} is not formatted: it is nested so deeply that it would become far too long.`,
    );
  return done?.result?.text ?? null;
}

export async function joinLines(
  server: ServerContext,
  { text, like }: Asked<typeof joinLinesRequest>,
  token: CancellationToken,
): Promise<string | null> {
  const isWanted = (): boolean => !token.isCancellationRequested && !server.isEnding;
  const done = await runInSlices(joinLinesText(text, like), {
    lane: server.lanes('joinLines'),
    isWanted,
  });
  return done?.result ?? null;
}

function wantedBy(token: CancellationToken): () => boolean {
  return () => !token.isCancellationRequested;
}
