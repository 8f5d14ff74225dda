import { type Hover, MarkupKind } from 'vscode-languageserver';
import type { Hover as Content } from '../core/features/hover/hover';
import { markdownOf } from '../core/features/hover/markdown';
import type { Text } from '../core/text/text';
import { toRange } from './convert';

/** A hover whose every word is shown as it is: nothing of a document or a schema is markup. */
export function toHover(text: Text, content: Content | null): Hover | null {
  if (content === null) return null;
  return {
    contents: { kind: MarkupKind.Markdown, value: markdownOf(content.lines) },
    range: toRange(text, content),
  };
}
