import { type Hover, type HoverParams, MarkupKind, type ResponseError } from 'vscode-languageserver';
import { type Hover as Content, hover } from '../core/features/hover/hover';
import { markdownOf } from '../core/features/hover/markdown';
import type { Text } from '../core/text/text';
import { at } from './answers';
import { toRange } from './convert';
import type { Host } from './feature';

export function hoverAt(host: Host, params: HoverParams): Promise<Hover | null | ResponseError<void>> {
  return at(host, params, (document, offset) => toHover(document.text, hover(document, offset)));
}

/** A hover whose every word is shown as it is: nothing of a document or a schema is markup. */
function toHover(text: Text, content: Content | null): Hover | null {
  if (content === null) return null;
  return {
    contents: { kind: MarkupKind.Markdown, value: markdownOf(content.lines) },
    range: toRange(text, content),
  };
}
