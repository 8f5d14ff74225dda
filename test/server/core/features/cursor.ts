import { type Document, type DocumentOptions, openDocument } from '../../../../server/core/document';
import { engine, options } from '../support';

export { options } from '../support';

/** The document of a text. */
export function open(content: string, how: DocumentOptions = options.trajectory): Document {
  return openDocument(engine, content, how);
}

/** The document of a text whose last `|` is the cursor, and the cursor's offset. */
export function openAt(
  marked: string,
  how: DocumentOptions = options.trajectory,
): { document: Document; offset: number } {
  const offset = marked.lastIndexOf('|');
  if (offset < 0) throw new Error('The text has no | for the cursor.');
  return { document: open(marked.slice(0, offset) + marked.slice(offset + 1), how), offset };
}
