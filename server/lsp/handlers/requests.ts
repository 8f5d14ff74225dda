import type { CancellationToken } from 'vscode-languageserver';
import type { Document } from '../../core/document';
import { convertDocument } from '../../core/features/lines/convert';
import { expandLineText } from '../../core/features/lines/expandLine';
import { joinLinesText } from '../../core/features/lines/joinLines';
import { copyPath } from '../../core/features/paths/copyPath';
import { locatePaths } from '../../core/features/paths/locatePaths';
import { summarize } from '../../core/features/summary';
import { uuidPattern } from '../../core/rules/uuid';
import type { PathSegment } from '../../core/syntax/nodes/path';
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
import { afterProblems, showWarning } from './inSlices';
import { sortEdits } from './wholeEdits';

// Messages from our client beyond LSP: see `protocol.ts`.

/** Nobody picks from a longer list, and each id may become a fix. */
const maxModelIds = 100;

export function takeRecentModelIds(
  server: ServerContext,
  { modelIds }: { readonly modelIds: readonly string[] },
): void {
  // Logging takes any id; the documents that hold one take UUIDs.
  server.recentModelIds = modelIds.filter((id) => uuidPattern.test(id)).slice(0, maxModelIds);
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
  server: ServerContext,
  { uri, position, format }: Asked<typeof pathRequest>,
  token: CancellationToken,
): Promise<string | null> {
  return afterProblems(server, { uri, token }, function* (document) {
    yield;
    return copyPath(document, offsetAt(document.text, position), format);
  });
}

export async function convert(
  server: ServerContext,
  { uri, to, grouping }: Asked<typeof convertRequest>,
  token: CancellationToken,
): Promise<Converted | null> {
  return afterProblems(server, { uri, token }, (document) => convertDocument(document, to, grouping));
}

export async function sortKeys(
  server: ServerContext,
  { uri, version }: Asked<typeof sortKeysRequest>,
  token: CancellationToken,
): Promise<SortEdits | null> {
  return afterProblems(server, { uri, token }, function* (document, newest) {
    return newest === version ? { edits: yield* sortEdits(document) } : null;
  });
}

export async function expandLine(
  server: ServerContext,
  { uri, version, line }: Asked<typeof expandLineRequest>,
  token: CancellationToken,
): Promise<string | null> {
  const expanded = await afterProblems(server, { uri, token }, function* (document, newest) {
    return newest === version ? yield* expandLineText(document, line) : null;
  });
  if (expanded?.isTooLong === true)
    showWarning(
      server.connection,
      `Line ${line + 1} is not formatted: indentation would add more than 15 MB and make it more than twice as long.`,
    );
  return expanded?.text ?? null;
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
