import { type Document, openDocument } from '../../document';
import { Kind } from '../../syntax/nodeKind';
import { childCount, rootOf } from '../../syntax/nodes';
import { lineEnd, lineStart, sliceText } from '../../text/text';
import { format } from '../format/format';

/**
 * The value of a line of JSON Lines (lines count from zero), laid out over several lines with two spaces for
 * each level. Only white space between tokens changes, so `joinLines` leads back. Null for a blank line, for
 * one that is not there, and for a document that is not JSON Lines.
 */
export function expandLine(document: Document, line: number): string | null {
  const { text, tree, engine, type, options } = document;
  if (tree.root.kind !== Kind.lines || line < 0 || line >= text.lineCount) return null;
  const content = sliceText(text, lineStart(text, line), lineEnd(text, line));
  const alone = openDocument(engine, content, { ...options, language: 'trajectory', kind: type.kind });
  if (childCount(rootOf(alone.tree)) === 0) return null;
  return laidOut(alone, content);
}

/** The text of a document, formatted with two spaces for each level. */
function laidOut(document: Document, content: string): string {
  let result = '';
  let at = 0;
  for (const { from, to, insert } of format(document, null, layout)) {
    result += content.slice(at, from) + insert;
    at = to;
  }
  return result + content.slice(at);
}

const layout = { tabSize: 2, insertSpaces: true };
