import type { Document } from '../../document';
import { ownTallies, talliesOfPart } from '../../rules/checking/problemList';
import { childCount, childrenOf } from '../../syntax/nodes/children';
import { rootOf } from '../../syntax/nodes/node';
import { Kind } from '../../syntax/tree/nodeKind';
import { lineStart, positionAt } from '../../text/text';
import type { Work } from '../../work';
import { characterAt, type Lens } from './lens';

/** Maximum lines with problems that get a lens; the next such line says that there are more. */
const maxLines = 200;
/** Lines visited between two yields. */
const yieldEvery = 500;

/**
 * A lens at the start of each line of JSON Lines with problems: `Expand · 2 problems`. Counts all problems except
 * hints, even those not listed.
 */
export function lineLenses(document: Document): Lens[] {
  const { text, tree, type } = document;
  if (tree.root.kind !== Kind.lines || type.wrongFile !== null || childCount(rootOf(tree)) === 0) return [];
  const lines = [...countsOfLines(document)].sort(([a], [b]) => a - b);
  return lines.slice(0, maxLines + 1).map(([line, count], index) => {
    const at = characterAt(text, lineStart(text, line));
    if (index === maxLines) return { kind: 'cut', ...at, title: 'More lines have problems' };
    return { kind: 'line', ...at, title: `Expand · ${count} ${count === 1 ? 'problem' : 'problems'}` };
  });
}

/**
 * A lens at the start of each other line with a value: `Expand`. If there is no room for all, the first lines get one,
 * and the next says so.
 */
export function* plainLineLenses(
  { text, tree, type }: Document,
  { taken, room }: { readonly taken: readonly Lens[]; readonly room: number },
): Work<Lens[]> {
  // What is to be converted to JSON Lines has only parts of values on its lines.
  const isOther = type.wrongFile?.rewrites.includes('lines') === true;
  if (tree.root.kind !== Kind.lines || isOther || room < 1) return [];
  const lines = new Set(taken.map(({ from }) => from));
  const found: Lens[] = [];
  for (const { from: start, index } of childrenOf(rootOf(tree))) {
    if (index % yieldEvery === 0) yield;
    const from = lineStart(text, positionAt(text, start).line);
    if (lines.has(from)) continue;
    lines.add(from);
    const at = characterAt(text, from);
    if (found.length === room - 1) return [...found, { kind: 'cut', ...at, title: cutTitle }];
    found.push({ kind: 'line', ...at, title: 'Expand' });
  }
  return found;
}

const cutTitle = 'No more lenses below: too many lines. Expand This Line still works';

/** Number of problems per line, for the first lines that have any, up to the maximum number of lenses. */
function countsOfLines({ text, tree: { root }, whole }: Document): Map<number, number> {
  const counts = new Map<number, number>();
  const add = ({ from, count }: { readonly from: number; readonly count: number }): void => {
    const { line } = positionAt(text, from);
    counts.set(line, (counts.get(line) ?? 0) + count);
  };
  // One line more than needed: the next part may contain another problem of the last line.
  for (let i = 0; i < root.parts.length && counts.size <= maxLines + 1; i++)
    for (const tally of talliesOfPart(root.parts[i]!, root.starts[i]!)) add(tally);
  for (const tally of ownTallies(root, 0)) add(tally);
  for (const { severity, from } of whole) if (severity !== 'hint') add({ from, count: 1 });
  return counts;
}
