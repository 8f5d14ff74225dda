/**
 * A paragraph of plain text: a title, a sentence, text from the document, or a `block` or `json` of several lines. All
 * of it needs escaping.
 */
export interface HoverPart {
  readonly style: 'title' | 'text' | 'code' | 'block' | 'json';
  readonly text: string;
}
