/**
 * One paragraph of plain text: a title, a sentence, or text from the document, a `block` or `json` of several lines. All
 * of it needs escaping.
 */
export interface HoverPart {
  readonly style: 'title' | 'text' | 'code' | 'block' | 'json';
  readonly text: string;
}
