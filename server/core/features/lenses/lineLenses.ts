import type { Document } from '../../document';
import { ownTallies, talliesOfPart } from '../../rules/checking/problemList';
import { Kind } from '../../syntax/tree/nodeKind';
import { childrenOf, rootOf } from '../../syntax/tree/nodes';
import { lineStart, positionAt } from '../../text/text';
import type { Work } from '../../work';
import type { Lens } from './lens';

/** At most so many lines with problems have a lens; the line after them says that there are more. */
const maxLines = 200;
/** Lines that are gone through between two breaks. */
const yieldEvery = 500;

/**
 * A lens at the start of each line of JSON Lines that has problems: `Expand · 2 problems`. Hints do not count;
 * all other problems do, however many of them are listed.
 */
export function lineLenses(document: Document): Lens[] {
  const { text, tree, type } = document;
  if (tree.root.kind !== Kind.lines || type.wrongFile !== null) return [];
  const lines = [...countsOfLines(document)].sort(([a], [b]) => a - b);
  return lines.slice(0, maxLines + 1).map(([line, count], index) => {
    const from = lineStart(text, line);
    const at = { from, to: from + 1 };
    if (index === maxLines) return { kind: 'cut', ...at, title: 'More lines have problems' };
    return { kind: 'line', ...at, title: `Expand · ${count} ${count === 1 ? 'problem' : 'problems'}` };
  });
}

/**
 * A lens at the start of each other line that holds a value: `Expand`. Where there is no room for all, the first lines
 * have one, and the next says so.
 */
export function* plainLineLenses(
  { text, tree }: Document,
  { taken, room }: { readonly taken: readonly Lens[]; readonly room: number },
): Work<Lens[]> {
  if (tree.root.kind !== Kind.lines || room < 1) return [];
  const lines = new Set(taken.map(({ from }) => from));
  const found: Lens[] = [];
  for (const { from: start, index } of childrenOf(rootOf(tree))) {
    if (index % yieldEvery === 0) yield;
    const from = lineStart(text, positionAt(text, start).line);
    if (lines.has(from)) continue;
    lines.add(from);
    const at = { from, to: from + 1 };
    if (found.length === room - 1) return [...found, { kind: 'cut', ...at, title: cutTitle }];
    found.push({ kind: 'line', ...at, title: 'Expand' });
  }
  return found;
}

const cutTitle = 'Expand This Line works from here on, too: there are too many lines for a lens each';

/** Numbers of problems by line: of the first lines that have any, as far as there are lenses. */
function countsOfLines({ text, tree: { root }, whole }: Document): Map<number, number> {
  const counts = new Map<number, number>();
  const add = ({ from, count }: { readonly from: number; readonly count: number }): void => {
    const { line } = positionAt(text, from);
    counts.set(line, (counts.get(line) ?? 0) + count);
  };
  // One line more than what is needed: the next part may still have a problem of the last.
  for (let i = 0; i < root.parts.length && counts.size <= maxLines + 1; i++)
    for (const tally of talliesOfPart(root.parts[i]!, root.starts[i]!)) add(tally);
  for (const tally of ownTallies(root, 0)) add(tally);
  for (const { severity, from } of whole) if (severity !== 'hint') add({ from, count: 1 });
  return counts;
}
