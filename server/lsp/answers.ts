import {
  type CancellationToken,
  type Connection,
  LSPErrorCodes,
  MessageType,
  ResponseError,
  ShowMessageNotification,
} from 'vscode-languageserver';
import type { Document } from '../core/document';
import { offsetAt, type Position } from '../core/text/text';
import type { Work } from '../core/work';
import type { Host } from './feature';

/**
 * Answers for the document as it is now; refuses when it has changed before it could be analyzed. Null where
 * its analysis has failed: a diagnostic says so already, and editors take null for "nothing here".
 */
export async function withDocument<Result>(
  { documents }: Host,
  uri: string,
  answer: (document: Document, version: number) => Result,
): Promise<Result | null | ResponseError<void>> {
  const document = await documents.ready(uri);
  const version = documents.versionOf(uri);
  if (document === null || version === null) return documents.hasFailed(uri) ? null : changed();
  return answer(document, version);
}

/** As `withDocument`, for what takes long: other messages are answered meanwhile, and it can be cancelled. */
export async function inSlices<Result>(
  { documents }: Host,
  { uri, token }: { readonly uri: string; readonly token: CancellationToken },
  start: (document: Document) => Work<Result>,
): Promise<Result | null | ResponseError<void>> {
  const done = await documents.work(uri, start, () => !token.isCancellationRequested);
  if (done !== null) return done.result;
  if (documents.hasFailed(uri)) return null;
  return token.isCancellationRequested
    ? new ResponseError<void>(LSPErrorCodes.RequestCancelled, 'Cancelled.')
    : changed();
}

/** The answer for a text that is no longer the one that was asked about. */
export function changed(): ResponseError<void> {
  return new ResponseError<void>(LSPErrorCodes.ContentModified, 'The document has changed.');
}

/** Says that an answer is cut. It has no room for that itself; the log has. */
export function tellOfCut(connection: Connection, what: string, { textDocument, position }: Place): void {
  const place = `line ${position.line + 1} of ${textDocument.uri}`;
  connection.console.info(`The ${what} for ${place} are cut: those nearest to it are given.`);
}

/**
 * Says to the user why what was asked for is not done, or not all of it: nothing else would show. An editor makes
 * links in it live, so it holds nothing that a document or the name of a file says.
 */
export function tellUser(connection: Connection, message: string): void {
  void connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message });
}

interface Place {
  readonly textDocument: { readonly uri: string };
  readonly position: Position;
}

/** As `withDocument`, for a question about a position. */
export function at<Result>(
  host: Host,
  params: Place,
  answer: (document: Document, offset: number) => Result,
): Promise<Result | null | ResponseError<void>> {
  const { uri } = params.textDocument;
  return withDocument(host, uri, (document) => answer(document, offsetAt(document.text, params.position)));
}
