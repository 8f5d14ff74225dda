import type { CancellationToken, RequestType } from 'vscode-languageserver';
import { converting } from '../core/features/lines/convert';
import { expanding } from '../core/features/lines/expandLine';
import { joining } from '../core/features/lines/joinLines';
import { copyPath } from '../core/features/places/copyPath';
import { describe } from '../core/features/places/describe';
import { locatePath } from '../core/features/places/location';
import { offsetAt } from '../core/text/text';
import type {
  convertRequest,
  DocumentSummary,
  describeRequest,
  expandLineRequest,
  joinLinesRequest,
  Location,
  locateRequest,
  pathRequest,
  SortEdits,
  sortKeysRequest,
} from '../protocol';
import { tellUser } from './answers';
import { toRange } from './convert';
import type { Host } from './feature';
import { workInSlices } from './slices';
import { sortEdits } from './wholeEdits';

// What the client asks beyond LSP: see `protocol.ts`.

type Asked<Request> = Request extends RequestType<infer Params, infer _Result, infer _Error> ? Params : never;

export async function describeDocument(
  { documents, described }: Host,
  { uri }: Asked<typeof describeRequest>,
): Promise<DocumentSummary | null> {
  const document = await documents.ready(uri);
  const version = documents.versionOf(uri);
  if (document === null || version === null) return null;
  described.add(uri, version, document);
  return { ...describe(document), version };
}

export async function locate(
  { documents, described }: Host,
  { uri, version, paths }: Asked<typeof locateRequest>,
): Promise<readonly Location[] | null> {
  const known = described.find(uri, version);
  const isPresent = known === undefined && documents.versionOf(uri) === version;
  const document = isPresent ? await documents.ready(uri) : known;
  if (!document) return null;
  return paths.map((path) => {
    const place = locatePath(document, path);
    return { ...place, ...toRange(document.text, place) };
  });
}

export async function pathAt(
  { documents }: Host,
  { uri, position, format }: Asked<typeof pathRequest>,
): Promise<string | null> {
  const document = await documents.ready(uri);
  return document && copyPath(document, offsetAt(document.text, position), format);
}

export async function convert(
  { documents }: Host,
  { uri, to, grouping }: Asked<typeof convertRequest>,
): Promise<string | null> {
  const done = await documents.work(uri, (document) => converting(document, to, grouping));
  return done?.result ?? null;
}

export async function sortKeys(
  { documents }: Host,
  { uri, version }: Asked<typeof sortKeysRequest>,
): Promise<SortEdits | null> {
  const done = documents.versionOf(uri) === version ? await documents.work(uri, sortEdits) : null;
  return done && { edits: done.result };
}

export async function expandLine(
  { connection, documents }: Host,
  { uri, version, line }: Asked<typeof expandLineRequest>,
): Promise<string | null> {
  const isSame = documents.versionOf(uri) === version;
  const done = isSame ? await documents.work(uri, (document) => expanding(document, line)) : null;
  if (done?.result?.isTooLong === true)
    tellUser(
      connection,
      `Line ${line + 1} is not laid out: it is nested so deep that it would become far too long.`,
    );
  return done?.result?.text ?? null;
}

export async function joinLines(
  host: Host,
  { text, like }: Asked<typeof joinLinesRequest>,
  token: CancellationToken,
): Promise<string | null> {
  const isWanted = (): boolean => !token.isCancellationRequested && !host.isEnding;
  const done = await workInSlices(joining(text, like), { later: host.later, isWanted });
  return done?.result ?? null;
}
