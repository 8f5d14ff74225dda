import { type Document, problemsOf } from '../../document';
import { Kind } from '../../syntax/tree';
import { lineEnd, lineStart, positionAt } from '../../text/text';
import type { Lens } from './lens';

/** Lines that are longer are hard to read at best, and beyond what the editor shows at worst. */
const longLine = 1000;
/** At most so many lines have a lens. */
const mostLines = 200;

/**
 * A lens at the start of each long line of JSON Lines that has problems: `2 problems · Expand`. Hints do not
 * count; of more problems than are listed for a document, those that are listed do.
 */
export function lineLenses(document: Document): Lens[] {
  const { text, tree } = document;
  if (tree.root.kind !== Kind.lines) return [];
  const counts = new Map<number, number>();
  for (const { severity, code, from } of problemsOf(document)) {
    if (severity === 'hint' || code === 'too-many-problems') continue;
    const { line } = positionAt(text, from);
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts]
    .map(([line, count]) => ({ from: lineStart(text, line), to: lineEnd(text, line), count }))
    .filter(({ from, to }) => to - from > longLine)
    .sort((a, b) => a.from - b.from)
    .slice(0, mostLines)
    .map(({ from, count }) => {
      const title = `${count} ${count === 1 ? 'problem' : 'problems'} · Expand`;
      return { kind: 'line', from, to: from + 1, title };
    });
}
