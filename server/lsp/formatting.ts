import type {
  CancellationToken,
  DocumentFormattingParams,
  DocumentOnTypeFormattingParams,
  Range,
  ResponseError,
  TextEdit,
} from 'vscode-languageserver';
import { formatOnType } from '../core/features/format/format';
import { at, inSlices, tellUser } from './answers';
import { toOffsets, toTextEdit } from './convert';
import type { Host } from './feature';
import { formatEdits } from './wholeEdits';

const tooLong =
  'The document is left as it is: so much of it is nested so deep that indenting it would make it far too long.';

type Answer = Promise<TextEdit[] | null | ResponseError<void>>;

/** Formats a document, or what of it a range touches; says why where nothing is done. */
export function format(
  host: Host,
  params: DocumentFormattingParams & { range?: Range },
  token: CancellationToken,
): Answer {
  const { textDocument, options, range } = params;
  return inSlices(host, { uri: textDocument.uri, token }, function* (document) {
    const offsets = range === undefined ? null : toOffsets(document.text, range);
    const edits = yield* formatEdits(document, offsets, options);
    if (edits === null) tellUser(host.connection, tooLong);
    return edits;
  });
}

/** Formats what has just been typed. Nobody has asked for that, so only the log says where nothing is done. */
export function formatTyped(host: Host, params: DocumentOnTypeFormattingParams): Answer {
  return at(host, params, (document, offset) => {
    const { edits, isTooLong } = formatOnType(document, offset, params.options);
    if (isTooLong) host.connection.console.info(tooLong);
    return edits.map((edit) => toTextEdit(document.text, edit));
  });
}
