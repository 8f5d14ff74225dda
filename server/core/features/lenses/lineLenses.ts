import type { Document } from '../../document';
import { ownTallies, talliesOfPart } from '../../rules/findings';
import { Kind } from '../../syntax/nodeKind';
import { lineStart, positionAt } from '../../text/text';
import type { Lens } from './lens';

/** At most so many lines have a lens; the line after them says that there are more. */
const mostLines = 200;

/**
 * A lens at the start of each line of JSON Lines that has problems: `2 problems · Expand`. Hints do not count;
 * all other problems do, however many of them are listed.
 */
export function lineLenses(document: Document): Lens[] {
  const { text, tree } = document;
  if (tree.root.kind !== Kind.lines) return [];
  const lines = [...countsOfLines(document)].sort(([a], [b]) => a - b);
  return lines.slice(0, mostLines + 1).map(([line, count], index) => {
    const from = lineStart(text, line);
    const at = { from, to: from + 1 };
    if (index === mostLines) return { kind: 'cut', ...at, title: 'More lines have problems' };
    return { kind: 'line', ...at, title: `${count} ${count === 1 ? 'problem' : 'problems'} · Expand` };
  });
}

/** Numbers of problems by line: of the first lines that have any, as far as there are lenses. */
function countsOfLines({ text, tree: { root }, whole }: Document): Map<number, number> {
  const counts = new Map<number, number>();
  const add = ({ from, count }: { readonly from: number; readonly count: number }): void => {
    const { line } = positionAt(text, from);
    counts.set(line, (counts.get(line) ?? 0) + count);
  };
  // One line more than what is needed: the next part may still have a problem of the last.
  for (let i = 0; i < root.parts.length && counts.size <= mostLines + 1; i++)
    for (const tally of talliesOfPart(root.parts[i]!, root.starts[i]!)) add(tally);
  for (const tally of ownTallies(root, 0)) add(tally);
  for (const { severity, from } of whole) if (severity !== 'hint') add({ from, count: 1 });
  return counts;
}
