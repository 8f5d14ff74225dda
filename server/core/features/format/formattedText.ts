import type { Document } from '../../document';
import type { Work } from '../../work';
import { formatDocument } from './format';
import type { FormatOptions } from './formatLayout';

/** A text that is laid out, or as it stands where that would make it too long. */
export interface FormattedText {
  readonly text: string;
  readonly isTooLong: boolean;
}

/** The text of a document, formatted; `content` is that text. */
export function* formattedText(
  document: Document,
  content: string,
  options: FormatOptions,
): Work<FormattedText> {
  let result = '';
  let at = 0;
  const { edits, isTooLong } = yield* formatDocument(document, null, options);
  for (const { from, to, insert } of edits) {
    result += content.slice(at, from) + insert;
    at = to;
  }
  return { text: result + content.slice(at), isTooLong };
}
