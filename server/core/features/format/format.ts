import type { Document } from '../../document';
import { Flag } from '../../syntax/tokens/token';
import { Kind } from '../../syntax/tree/nodeKind';
import { childAt, childrenFrom, childrenOf, type Node, nodeAt, rootOf } from '../../syntax/tree/nodes';
import { closeBrace } from '../../text/characters';
import type { Range } from '../../text/range';
import { charAt, type Edit, lineEnd, lineStart, positionAt, sliceText } from '../../text/text';
import type { Work } from '../../work';
import { lastBefore } from '../cursorContext';
import { Gaps } from './formatGaps';
import { type FormatOptions, type Layout, linesLayout, treeLayout } from './formatLayout';
import { ProtectedRanges } from './protectedRanges';

export type { FormatOptions } from './formatLayout';

/** Code units by which formatting may make a text longer. On typing nobody waits for so many. */
const maxGrowth = 30_000_000;
const maxGrowthOnType = 1_000_000;
/** Code units before a closing bracket in which lines are indented when it is typed. */
const maxBracketDistance = 100_000;
/** Values that are looked at between two breaks. */
const yieldEvery = 1000;

/** What formatting comes to. */
export interface Formatting {
  readonly edits: readonly Edit[];
  /** Whether there are no edits because they would make the text too long. */
  readonly isTooLong: boolean;
}

/**
 * Edits that lay a document out as VS Code lays out JSON: each member on a line of its own, indented by its
 * depth, one space behind a colon. In JSON Lines each value stays on its line, with one space behind commas
 * and colons; blank lines stay.
 *
 * Only white space between tokens is replaced, and only where it differs. Behind a quote that is missing or one
 * too many the rest of the line stays as it is, and where a comma or a colon is missing, or a comment stands
 * between two tokens, lines are indented and no more. With a range (offsets) only white space that overlaps it is looked at; the edits
 * are then some of those for the whole. They are in order and apart; those of a large document are merged
 * until there are at most 20,000.
 */
export function formatDocument(
  document: Document,
  range: Range | null,
  options: FormatOptions,
): Work<Formatting> {
  const { text } = document;
  const lines = document.tree.root.kind === Kind.lines;
  const layout = (lines ? linesLayout : treeLayout)(text, options);
  const wide = range && withIndent(document, range);
  return formatWith(document, { layout, range: wide, isIndentOnly: false, maxGrowth });
}

/**
 * Edits after a character has been typed, which ends at the offset: behind a closing bracket the lines of
 * its container are indented, behind a line end the line before. Nothing else changes, and no line is added;
 * nothing for any other character, and in JSON Lines.
 */
export function* formatOnType(document: Document, offset: number, options: FormatOptions): Work<Formatting> {
  const { text, tree } = document;
  const nothing = { edits: [], isTooLong: false };
  if (tree.root.kind === Kind.lines || offset < 1) return nothing;
  const typed = sliceText(text, offset - 1, offset);
  const range = /[}\]]/.test(typed)
    ? closedAt(document, offset)
    : /[\r\n]/.test(typed)
      ? lineBefore(document, offset)
      : null;
  if (range === null) return nothing;
  const layout = treeLayout(text, options);
  return yield* formatWith(document, { layout, range, isIndentOnly: true, maxGrowth: maxGrowthOnType });
}

/** The container that a bracket closes; of a large one only its end, because nobody waits for a bracket. */
function closedAt({ text, tree }: Document, offset: number): Range | null {
  const kind = charAt(text, offset - 1) === closeBrace ? Kind.object : Kind.array;
  for (let node: Node | null = nodeAt(tree, offset - 1); node?.parent; node = node.parent) {
    if (node.kind !== kind || node.to !== offset || (node.flags & Flag.broken) !== 0) continue;
    return { from: Math.max(node.from, offset - maxBracketDistance), to: offset };
  }
  return null;
}

/** The white space that the line before an offset begins with; null where there is nothing else in it. */
function lineBefore({ text }: Document, offset: number): Range | null {
  const { line } = positionAt(text, offset);
  const from = lineStart(text, line - 1);
  const start = sliceText(text, from, Math.min(lineEnd(text, line - 1), from + 1000));
  const indent = start.search(/[^ \t]/);
  // The line end before it belongs to the same gap, which is empty without it.
  return indent < 0 ? null : { from: from - 1, to: from + Math.max(1, indent) };
}

/** Whoever selects the whole of a line but its indentation means that too. */
function withIndent({ text }: Document, range: Range): Range {
  const from = lineStart(text, positionAt(text, range.from).line);
  const isIndent = range.from - from < 1000 && /^[ \t]*$/.test(sliceText(text, from, range.from));
  return isIndent && range.to > range.from ? { from: from - 1, to: range.to } : range;
}

interface How {
  readonly layout: Layout;
  readonly range: Range | null;
  readonly isIndentOnly: boolean;
  readonly maxGrowth: number;
}

/** A container that is being walked through. */
interface Level {
  readonly node: Node;
  readonly members: Iterator<Node>;
  /** End of the token before the next member: the opening bracket, or the end of a member. */
  end: number;
  isEmpty: boolean;
}

function* formatWith(document: Document, how: How): Work<Formatting> {
  const { text, tree } = document;
  const { layout, range, isIndentOnly, maxGrowth } = how;
  const start = range?.from ?? 0;
  const leave = new ProtectedRanges(document, start);
  const gaps = new Gaps(text, { range, isIndentOnly, leave });
  const levels = [levelOf(rootOf(tree), 0, start)];
  for (let steps = 1; ; steps++) {
    const depth = levels.length - 1;
    const level = levels[depth]!;
    if (steps % yieldEvery === 0) {
      // Nothing before it matters any longer.
      leave.behind(level.end);
      yield;
    }
    if (gaps.growth > maxGrowth) return { edits: [], isTooLong: true };
    const step = level.members.next();
    if (step.done === true) {
      if (depth === 0) break;
      if (isClosed(document, level.node)) {
        const end = level.node.to - 1;
        if (level.isEmpty) gaps.blank(level.end, end, '');
        else gaps.closing(level.end, end, layout.close(depth));
      }
      levels.pop();
      continue;
    }
    const node = step.value;
    const { key } = node;
    const from = key?.from ?? node.from;
    if (range !== null && level.end > range.to) return { edits: gaps.edits(), isTooLong: false };
    if (depth === 0) gaps.lines(level.end, from, level.isEmpty ? layout.beforeRoot : layout.betweenRoots);
    else if (level.isEmpty) gaps.blank(level.end, from, layout.open(depth));
    else gaps.around(level.end, from, { mark: ',', after: layout.comma(depth) });
    if (key !== null && node.kind !== Kind.key) gaps.around(key.to, node.from, { mark: ':', after: ' ' });
    level.end = node.to;
    level.isEmpty = false;
    const isInRange = node.to > start;
    if (isInRange && hasOpening(document, node)) levels.push(levelOf(node, node.from + 1, start));
  }
  const root = levels[0]!;
  if (!root.isEmpty) gaps.lines(root.end, text.length, layout.afterRoot);
  return { edits: gaps.edits(), isTooLong: false };
}

/** A container to walk through from the last member on that begins before an offset: nothing changes before it. */
function levelOf(node: Node, open: number, offset: number): Level {
  if (offset <= open) return { node, members: childrenOf(node), end: open, isEmpty: true };
  const first = Math.max(0, lastBefore(node, offset));
  const before = childAt(node, first - 1);
  return { node, members: childrenFrom(node, first), end: before?.to ?? open, isEmpty: before === null };
}

/** The tree holds containers whose bracket is missing in the text. */
function hasOpening({ text }: Document, node: Node): boolean {
  const bracket = node.kind === Kind.object ? 123 : node.kind === Kind.array ? 91 : -1;
  return charAt(text, node.from) === bracket;
}

function isClosed({ text }: Document, node: Node): boolean {
  const bracket = node.kind === Kind.object ? 125 : 93;
  return (node.flags & Flag.broken) === 0 && charAt(text, node.to - 1) === bracket;
}
