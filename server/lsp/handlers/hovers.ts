import {
  type CancellationToken,
  type Hover,
  type HoverParams,
  MarkupKind,
  type ResponseError,
} from 'vscode-languageserver';
import { type Hover as Content, hover, plainTextOf } from '../../core/features/hover/hover';
import { markdownOf } from '../../core/features/hover/markdown';
import type { Text } from '../../core/text/text';
import type { ServerContext } from '../feature';
import { toRange } from '../toLsp';
import { atPosition } from './inSlices';

export function hoverAt(
  server: ServerContext,
  params: HoverParams,
  token: CancellationToken,
): Promise<Hover | null | ResponseError<void>> {
  return atPosition(server, { params, token }, function* (document, offset) {
    return toHover(server, document.text, yield* hover(document, offset));
  });
}

/** Converts a hover. Text from documents and schemas is never read as markup. */
function toHover({ client }: ServerContext, text: Text, content: Content | null): Hover | null {
  if (content === null) return null;
  const contents = client.hovers.takesMarkdown
    ? { kind: MarkupKind.Markdown, value: markdownOf(content.lines) }
    : { kind: MarkupKind.PlainText, value: plainTextOf(content.lines) };
  return { contents, range: toRange(text, content) };
}
