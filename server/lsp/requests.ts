import type { Connection } from 'vscode-languageserver';
import type { Document } from '../core/document';
import { converting } from '../core/features/lines/convert';
import { expanding } from '../core/features/lines/expandLine';
import { joining } from '../core/features/lines/joinLines';
import { copyPath } from '../core/features/places/copyPath';
import { describe } from '../core/features/places/describe';
import { locatePath } from '../core/features/places/location';
import { offsetAt } from '../core/text/text';
import type { Requests } from '../protocol';
import { tellUser } from './answers';
import { toRange } from './convert';
import type { Documents } from './documents';
import type { Host } from './features';
import { type Later, workInSlices } from './slices';
import { sortEdits } from './wholeEdits';

/** A document as it was when it was described: an answer of the service is about that text. */
interface Described {
  readonly uri: string;
  readonly version: number;
  readonly document: Document;
}

/** Sends that can be under way at once without losing the text that their answers are about. */
const remembered = 4;

type Asked<Method extends keyof Requests> = Requests[Method][0];
type Answer<Method extends keyof Requests> = Promise<Requests[Method][1]>;

/** Answers what the client asks beyond LSP (`protocol.ts`). */
export function registerRequests(connection: Connection, { documents, later }: Host): void {
  const described: Described[] = [];

  const describeDocument = async ({ uri }: Asked<'trajectory/describe'>): Answer<'trajectory/describe'> => {
    const document = await documents.ready(uri);
    const version = documents.versionOf(uri);
    if (document === null || version === null) return null;
    described.unshift({ uri, version, document });
    described.length = Math.min(described.length, remembered);
    return { ...describe(document), version };
  };

  const locate = async ({ uri, version, paths }: Asked<'trajectory/locate'>): Answer<'trajectory/locate'> => {
    const earlier = described.find((known) => known.uri === uri && known.version === version)?.document;
    const document = earlier ?? (documents.versionOf(uri) === version ? await documents.ready(uri) : null);
    if (document === null) return null;
    return paths.map((path) => {
      const place = locatePath(document, path);
      return { ...place, ...toRange(document.text, place) };
    });
  };

  registerEditing(connection, documents, later);
  connection.onRequest('trajectory/describe' satisfies keyof Requests, describeDocument);
  connection.onRequest('trajectory/locate' satisfies keyof Requests, locate);
}

/** Requests of commands that copy, convert and rewrite. */
function registerEditing(connection: Connection, documents: Documents, later: Later): void {
  const path = async ({ uri, position, format }: Asked<'trajectory/path'>): Answer<'trajectory/path'> => {
    const document = await documents.ready(uri);
    return document && copyPath(document, offsetAt(document.text, position), format);
  };
  const converted = async ({
    uri,
    to,
    grouping,
  }: Asked<'trajectory/convert'>): Answer<'trajectory/convert'> => {
    const done = await documents.work(uri, (document) => converting(document, to, grouping));
    return done?.result ?? null;
  };
  const sorted = async ({ uri, version }: Asked<'trajectory/sortKeys'>): Answer<'trajectory/sortKeys'> => {
    const done = documents.versionOf(uri) === version ? await documents.work(uri, sortEdits) : null;
    return done && { edits: done.result };
  };
  const expanded = async ({
    uri,
    version,
    line,
  }: Asked<'trajectory/expandLine'>): Answer<'trajectory/expandLine'> => {
    const isSame = documents.versionOf(uri) === version;
    const done = isSame ? await documents.work(uri, (document) => expanding(document, line)) : null;
    if (done?.result?.isTooLong === true)
      tellUser(
        connection,
        `Line ${line + 1} is not laid out: it is nested so deep that it would become far too long.`,
      );
    return done?.result?.text ?? null;
  };
  const joined = async ({ text, like }: Asked<'trajectory/joinLines'>): Answer<'trajectory/joinLines'> => {
    const done = await workInSlices(joining(text, like), { later, isWanted: () => true });
    return done?.result ?? null;
  };
  connection.onRequest('trajectory/path' satisfies keyof Requests, path);
  connection.onRequest('trajectory/convert' satisfies keyof Requests, converted);
  connection.onRequest('trajectory/sortKeys' satisfies keyof Requests, sorted);
  connection.onRequest('trajectory/expandLine' satisfies keyof Requests, expanded);
  connection.onRequest('trajectory/joinLines' satisfies keyof Requests, joined);
}
