import type { Document } from '../../document';
import { childAt, childrenFrom, childrenOf } from '../../syntax/nodes/children';
import { type Node, rootOf } from '../../syntax/nodes/node';
import { nodeAt } from '../../syntax/nodes/nodeAt';
import { Flag } from '../../syntax/tokens/token';
import { Kind } from '../../syntax/tree/nodeKind';
import { closeBrace, closeBracket, openBrace, openBracket } from '../../text/characters';
import type { Range } from '../../text/range';
import { charAt, type Edit, lineEnd, lineStart, positionAt, sliceText } from '../../text/text';
import type { Work } from '../../work';
import { isLines, lastBefore } from '../cursorContext';
import { Gaps } from './formatGaps';
import { type FormatOptions, type Layout, linesLayout, treeLayout } from './formatLayout';
import { ProtectedRanges } from './protectedRanges';

export type { FormatOptions } from './formatLayout';

/** Code units by which formatting may lengthen a text; fewer while typing. */
export const maxGrowth = 30_000_000;
const maxGrowthOnType = 1_000_000;
/** Code units before a typed closing bracket within which lines are indented. */
const maxBracketDistance = 100_000;
/** Code units of an indentation. */
const maxIndent = 1000;
/** Values visited between two yields. */
const yieldEvery = 1000;

/** The result of formatting. */
export interface Formatting {
  readonly edits: readonly Edit[];
  /** Whether there are no edits because they would make the text too long. */
  readonly isTooLong: boolean;
}

/**
 * Edits that format a document as VS Code formats JSON: each member on its own line, indented by its depth, one space
 * after a colon. In JSON Lines each value stays on its line, with one space after commas and colons; blank lines stay.
 *
 * Replaces only white space between tokens, and only where it differs. After a missing or superfluous quote, the rest
 * of the line stays as it is. If a comma or colon is missing, or a comment is between two tokens, lines are only
 * indented. With a range (offsets), only white space that overlaps it is considered; the edits are a subset of those
 * for the whole document. They are ordered and disjoint; if there are more than 2000, they are merged into one.
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
 * Edits after typing a character: a closing bracket, which ends at the offset, indents the lines of its container; a line
 * break, from which only the editor's indentation leads to the offset, the line before. Changes nothing else and adds no
 * lines; does nothing for other characters or in JSON Lines.
 */
export function* formatOnType(document: Document, offset: number, options: FormatOptions): Work<Formatting> {
  const { text, tree } = document;
  const nothing = { edits: [], isTooLong: false };
  if (tree.root.kind === Kind.lines || offset < 1) return nothing;
  const range = /[}\]]/.test(sliceText(text, offset - 1, offset))
    ? closedAt(document, offset)
    : lineBefore(document, offset);
  if (range === null) return nothing;
  const layout = treeLayout(text, options);
  return yield* formatWith(document, { layout, range, isIndentOnly: true, maxGrowth: maxGrowthOnType });
}

/** The container that a bracket closes; only the end of a large one, to keep typing fast. */
function closedAt({ text, tree }: Document, offset: number): Range | null {
  const kind = charAt(text, offset - 1) === closeBrace ? Kind.object : Kind.array;
  for (let node: Node | null = nodeAt(tree, offset - 1); node?.parent; node = node.parent) {
    if (node.kind !== kind || node.to !== offset || (node.flags & Flag.broken) !== 0) continue;
    return { from: Math.max(node.from, offset - maxBracketDistance), to: offset };
  }
  return null;
}

/** The indentation of the line before that of an offset; null if it is blank, or text is before the offset. */
function lineBefore({ text }: Document, offset: number): Range | null {
  const { line, character } = positionAt(text, offset);
  const isIndent = character < maxIndent && /^[ \t]*$/.test(sliceText(text, offset - character, offset));
  if (line === 0 || !isIndent) return null;
  const from = lineStart(text, line - 1);
  const start = sliceText(text, from, Math.min(lineEnd(text, line - 1), from + maxIndent));
  const indent = start.search(/[^ \t]/);
  // Include the line end before it: it is part of the same gap, which is otherwise empty.
  return indent < 0 ? null : { from: from - 1, to: from + Math.max(1, indent) };
}

/** Includes the indentation if a range begins right after it. */
function withIndent({ text }: Document, range: Range): Range {
  const from = lineStart(text, positionAt(text, range.from).line);
  const isIndent = range.from - from < maxIndent && /^[ \t]*$/.test(sliceText(text, from, range.from));
  return isIndent && range.to > range.from ? { from: from - 1, to: range.to } : range;
}

interface How {
  readonly layout: Layout;
  readonly range: Range | null;
  readonly isIndentOnly: boolean;
  readonly maxGrowth: number;
}

/** A container being walked. */
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
  const gaps = new Gaps(text, { range, isIndentOnly, keepsLines: isLines(document), leave });
  const levels = [levelOf(rootOf(tree), 0, start)];
  for (let steps = 1; ; steps++) {
    const depth = levels.length - 1;
    const level = levels[depth]!;
    if (steps % yieldEvery === 0) {
      // Ranges before it no longer matter.
      leave.behind(level.end);
      yield* gaps.merge();
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
    if (range !== null && level.end > range.to) return { edits: yield* gaps.edits(), isTooLong: false };
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
  return { edits: yield* gaps.edits(), isTooLong: false };
}

/** Walks a container from the last member that begins before an offset: nothing changes before that. */
function levelOf(node: Node, open: number, offset: number): Level {
  if (offset <= open) return { node, members: childrenOf(node), end: open, isEmpty: true };
  const first = Math.max(0, lastBefore(node, offset));
  const before = childAt(node, first - 1);
  return { node, members: childrenFrom(node, first), end: before?.to ?? open, isEmpty: before === null };
}

/** The tree contains containers whose bracket is missing in the text. */
function hasOpening({ text }: Document, node: Node): boolean {
  const bracket = node.kind === Kind.object ? openBrace : node.kind === Kind.array ? openBracket : -1;
  return charAt(text, node.from) === bracket;
}

function isClosed({ text }: Document, node: Node): boolean {
  const bracket = node.kind === Kind.object ? closeBrace : closeBracket;
  return (node.flags & Flag.broken) === 0 && charAt(text, node.to - 1) === bracket;
}
