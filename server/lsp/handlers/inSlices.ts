import {
  type CancellationToken,
  type Connection,
  LSPErrorCodes,
  MessageType,
  ResponseError,
  ShowMessageNotification,
  type TextDocumentPositionParams,
} from 'vscode-languageserver';
import type { Document } from '../../core/document';
import { offsetAt } from '../../core/text/text';
import type { Work } from '../../core/work';
import { positionAfter, type Replacement } from '../documents/laterChanges';
import type { ServerContext } from '../feature';

/** A request that the client can cancel. */
export interface CancellableRequest {
  readonly uri: string;
  readonly token: CancellationToken;
}

/**
 * Responds to a request about the newest text of a document, in slices: other messages are handled in between. Stops when
 * the request is cancelled or the document changes. Null if the analysis has failed: a diagnostic says so already, and
 * editors read null as "nothing here".
 */
export async function inSlices<Result>(
  { documents }: ServerContext,
  { uri, token }: CancellableRequest,
  start: (document: Document, version: number, since: readonly Replacement[] | null) => Work<Result>,
): Promise<Result | null | ResponseError<void>> {
  const done = await Promise.race([
    documents.work(uri, start, () => !token.isCancellationRequested),
    cancelled(token),
  ]);
  if (done !== null) return done.result;
  if (token.isCancellationRequested) return new ResponseError(LSPErrorCodes.RequestCancelled, 'Cancelled.');
  if (documents.hasNoAnalysis(uri)) return null;
  return documents.isOpen(uri) ? contentModified() : notOpen();
}

/** Resolves to null when the request is cancelled. */
function cancelled(token: CancellationToken): Promise<null> {
  return new Promise((resolve) => {
    if (token.isCancellationRequested) resolve(null);
    else token.onCancellationRequested(() => resolve(null));
  });
}

/**
 * Responds to a request of our client once the problems of the newest text are sent: they do not wait for it. Null if
 * there is no result, because the document has changed or the request is cancelled.
 */
export async function afterProblems<Result>(
  { documents }: ServerContext,
  { uri, token }: CancellableRequest,
  start: (document: Document, version: number) => Work<Result>,
): Promise<Result | null> {
  const done = await documents.work(uri, start, () => !token.isCancellationRequested);
  return done?.result ?? null;
}

/** The response if the text has changed since the request. */
export function contentModified(): ResponseError<void> {
  return new ResponseError<void>(LSPErrorCodes.ContentModified, 'The document has changed.');
}

/** The response if the document was closed since the request, or never opened. */
function notOpen(): ResponseError<void> {
  return new ResponseError<void>(LSPErrorCodes.ContentModified, 'The document is not open.');
}

/** Logs that a response is truncated: LSP has no flag for that here. */
export function logTruncation(
  connection: Connection,
  what: string,
  { textDocument, position }: TextDocumentPositionParams,
): void {
  const place = `line ${position.line + 1} of ${textDocument.uri}`;
  connection.console.info(`Only the ${what} nearest to ${place} are listed.`);
}

/**
 * Tells the user why a request was not carried out, or not completely: nothing else shows it. Editors make links
 * clickable, so the message must not quote a document or file name.
 */
export function showWarning(connection: Connection, message: string): void {
  void connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message });
}

/**
 * Like `inSlices`, for a request at a position. It moves along with what has changed since the request; null if the whole
 * text has.
 */
export function atPosition<Result>(
  server: ServerContext,
  { params, token }: { readonly params: TextDocumentPositionParams; readonly token: CancellationToken },
  respond: (document: Document, offset: number, since: readonly Replacement[] | null) => Work<Result>,
): Promise<Result | null | ResponseError<void>> {
  const { position, textDocument } = params;
  return inSlices(server, { uri: textDocument.uri, token }, (document, _, since) => {
    const at = since === null ? position : positionAfter(position, since);
    return respond(document, offsetAt(document.text, at), since);
  });
}
