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
import type { ServerContext } from '../feature';

/** A question that can be taken back. */
export interface CancellableRequest {
  readonly uri: string;
  readonly token: CancellationToken;
}

/**
 * Answers for the newest text of a document, in slices: other messages are answered meanwhile. It ends when the
 * question is taken back, and when the document changes. Null where the analysis has failed: a diagnostic says so
 * already, and editors take null for "nothing here".
 */
export async function inSlices<Result>(
  { documents }: ServerContext,
  { uri, token }: CancellableRequest,
  start: (document: Document, version: number) => Work<Result>,
): Promise<Result | null | ResponseError<void>> {
  const done = await Promise.race([
    documents.work(uri, start, () => !token.isCancellationRequested),
    cancelled(token),
  ]);
  if (done !== null) return done.result;
  if (token.isCancellationRequested) return new ResponseError(LSPErrorCodes.RequestCancelled, 'Cancelled.');
  return documents.hasNoAnalysis(uri) ? null : contentModified();
}

/** Null when a question is taken back. */
function cancelled(token: CancellationToken): Promise<null> {
  return new Promise((resolve) => {
    if (token.isCancellationRequested) resolve(null);
    else token.onCancellationRequested(() => resolve(null));
  });
}

/** The answer for a text that is no longer the one that was asked about. */
export function contentModified(): ResponseError<void> {
  return new ResponseError<void>(LSPErrorCodes.ContentModified, 'The document has changed.');
}

/** Logs that an answer is truncated: LSP has no flag for that here. */
export function logTruncation(
  connection: Connection,
  what: string,
  { textDocument, position }: TextDocumentPositionParams,
): void {
  const place = `line ${position.line + 1} of ${textDocument.uri}`;
  connection.console.info(`The ${what} for ${place} are cut: those nearest to it are given.`);
}

/**
 * Says to the user why what was asked for is not done, or not all of it: nothing else would show. An editor makes
 * links in it live, so it holds nothing that a document or the name of a file says.
 */
export function showWarning(connection: Connection, message: string): void {
  void connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message });
}

/** As `inSlices`, for a question about a position. */
export function atPosition<Result>(
  server: ServerContext,
  { params, token }: { readonly params: TextDocumentPositionParams; readonly token: CancellationToken },
  answer: (document: Document, offset: number) => Work<Result>,
): Promise<Result | null | ResponseError<void>> {
  const { uri } = params.textDocument;
  return inSlices(server, { uri, token }, (document) =>
    answer(document, offsetAt(document.text, params.position)),
  );
}
