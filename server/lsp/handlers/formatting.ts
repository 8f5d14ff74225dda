import type {
  CancellationToken,
  DocumentFormattingParams,
  DocumentOnTypeFormattingParams,
  DocumentRangeFormattingParams,
  Range,
  ResponseError,
  TextEdit,
} from 'vscode-languageserver';
import { formatOnType } from '../../core/features/format/format';
import type { ServerContext } from '../feature';
import { toOffsetRange, toTextEdit } from '../toLsp';
import { atPosition, inSlices, showWarning } from './inSlices';
import { formatEdits } from './wholeEdits';

const tooLong =
  'Not formatted: indentation would add more than 15 MB and make the text more than twice as long.';

const tooLongWhileTyping = 'Not indented while typing: it would make the text more than 1 MB longer.';

type Response = Promise<TextEdit[] | null | ResponseError<void>>;

export function format(
  server: ServerContext,
  { textDocument, options }: DocumentFormattingParams,
  token: CancellationToken,
): Response {
  return formatIn(server, { textDocument, options }, token);
}

export function formatRange(
  server: ServerContext,
  params: DocumentRangeFormattingParams,
  token: CancellationToken,
): Response {
  return formatIn(server, params, token);
}

/** Formats a document, or what a range touches. Warns the user if it does nothing. */
function formatIn(
  server: ServerContext,
  { textDocument, options, range }: DocumentFormattingParams & { range?: Range },
  token: CancellationToken,
): Response {
  return inSlices(server, { uri: textDocument.uri, token }, function* (document) {
    const offsets = range === undefined ? null : toOffsetRange(document.text, range);
    const edits = yield* formatEdits(document, offsets, options);
    if (edits === null) showWarning(server.connection, tooLong);
    return edits;
  });
}

/** Formats after typing. The user did not request this, so it only logs that it does nothing. */
export function formatTyped(
  server: ServerContext,
  params: DocumentOnTypeFormattingParams,
  token: CancellationToken,
): Response {
  return atPosition(server, { params, token }, function* (document, offset) {
    const { edits, isTooLong } = yield* formatOnType(document, offset, params.options);
    if (isTooLong) server.connection.console.info(tooLongWhileTyping);
    return edits.map((edit) => toTextEdit(document.text, edit));
  });
}
