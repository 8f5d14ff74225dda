import { analyze, type Document, type DocumentOptions } from '../../document';
import { childCount } from '../../syntax/nodes/children';
import { rootOf } from '../../syntax/nodes/node';
import { Kind } from '../../syntax/tree/nodeKind';
import { lineEnd, lineStart } from '../../text/text';
import type { Work } from '../../work';
import { type FormattedText, formattedText } from '../format/formattedText';
import { stringOfLong, textOfLong } from '../longStrings';

/**
 * The value of a line (zero-based) of JSON Lines, formatted over several lines with two spaces per level, or unchanged
 * if that would be too long. Only white space between tokens changes, so joining the lines restores it. Null for a
 * blank or missing line, and for a document that is not JSON Lines.
 */
export function* expandLineText(document: Document, line: number): Work<FormattedText | null> {
  const { text, tree, engine, type, options } = document;
  if (tree.root.kind !== Kind.lines || line < 0 || line >= text.lineCount) return null;
  const content = yield* stringOfLong(text, { from: lineStart(text, line), to: lineEnd(text, line) });
  const how: DocumentOptions = { ...options, language: 'trajectory', kind: type.kind };
  const alone = yield* analyze(engine, yield* textOfLong(content), how);
  if (childCount(rootOf(alone.tree)) === 0) return null;
  return yield* formattedText(alone, content, layout);
}

const layout = { tabSize: 2, insertSpaces: true };
