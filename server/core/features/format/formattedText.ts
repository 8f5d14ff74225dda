import type { Document } from '../../document';
import type { Work } from '../../work';
import { formatDocument } from './format';
import type { FormatOptions } from './formatLayout';

/** A formatted text, or the original if formatting would make it too long. */
export interface FormattedText {
  readonly text: string;
  readonly isTooLong: boolean;
}

/** Formats a document whose text is `content`. */
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
