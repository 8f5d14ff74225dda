import type { Document } from '../../document';
import { Kind } from '../../syntax/nodeKind';
import { childrenOf, type Node, nodeAt, rootOf } from '../../syntax/nodes';
import { Flag } from '../../syntax/token';
import { charAt, type Edit, lineEnd, lineStart, positionAt, sliceText } from '../../text/text';
import { finished, type Work } from '../../work';
import type { Range } from '../contentRange';
import { Gaps } from './formatGaps';
import { type FormatOptions, type Layout, linesLayout, treeLayout } from './formatLayout';
import { stretchesToLeave } from './formatMistakes';

export type { FormatOptions } from './formatLayout';

/** Members of a container nested deeper stay as they are: their indentation would outgrow them. */
const deepest = 500;
/** Code units before a closing bracket in which lines are indented when it is typed. */
const farthestBracket = 100_000;
/** Values that are looked at between two breaks. */
const breakAfter = 1000;

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
export function format(document: Document, range: Range | null, options: FormatOptions): Edit[] {
  return finished(formatting(document, range, options));
}

/** As `format`, in steps. */
export function formatting(document: Document, range: Range | null, options: FormatOptions): Work<Edit[]> {
  const { text } = document;
  const lines = document.tree.root.kind === Kind.lines;
  const layout = (lines ? linesLayout : treeLayout)(text, options);
  const wide = range && withIndent(document, range);
  return formatWith(document, { layout, range: wide, isIndentOnly: false });
}

/**
 * Edits after a character has been typed, which ends at the offset: behind a closing bracket the lines of
 * its container are indented, behind a line end the line before. Nothing else changes, and no line is added;
 * nothing for any other character, and in JSON Lines.
 */
export function formatOnType(document: Document, offset: number, options: FormatOptions): Edit[] {
  const { text, tree } = document;
  if (tree.root.kind === Kind.lines || offset < 1) return [];
  const typed = sliceText(text, offset - 1, offset);
  const range = /[}\]]/.test(typed)
    ? closedAt(document, offset)
    : /[\r\n]/.test(typed)
      ? lineBefore(document, offset)
      : null;
  return range === null
    ? []
    : finished(formatWith(document, { layout: treeLayout(text, options), range, isIndentOnly: true }));
}

/** The container that a bracket closes; of a large one only its end, because nobody waits for a bracket. */
function closedAt({ tree }: Document, offset: number): Range | null {
  for (let node: Node | null = nodeAt(tree, offset - 1); node?.parent; node = node.parent) {
    const isContainer = node.kind === Kind.object || node.kind === Kind.array;
    if (!isContainer || node.to !== offset || (node.flags & Flag.broken) !== 0) continue;
    return { from: Math.max(node.from, offset - farthestBracket), to: offset };
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
}

/** A container that is being walked through. */
interface Level {
  readonly node: Node;
  readonly members: Iterator<Node>;
  /** End of the token before the next member: the opening bracket, or the end of a member. */
  end: number;
  isEmpty: boolean;
}

function* formatWith(document: Document, { layout, range, isIndentOnly }: How): Work<Edit[]> {
  const { text, tree } = document;
  const leave = stretchesToLeave(document);
  if (leave === null) return [];
  const gaps = new Gaps(text, { range, isIndentOnly, leave });
  const levels = [levelOf(rootOf(tree), 0)];
  for (let steps = 1; ; steps++) {
    if (steps % breakAfter === 0) yield;
    const depth = levels.length - 1;
    const level = levels[depth]!;
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
    const start = key?.from ?? node.from;
    if (range !== null && level.end > range.to) return gaps.edits();
    if (depth === 0) gaps.lines(level.end, start, level.isEmpty ? layout.beforeRoot : layout.betweenRoots);
    else if (level.isEmpty) gaps.blank(level.end, start, layout.open(depth));
    else gaps.around(level.end, start, { mark: ',', after: layout.comma(depth) });
    if (key !== null && node.kind !== Kind.key) gaps.around(key.to, node.from, { mark: ':', after: ' ' });
    level.end = node.to;
    level.isEmpty = false;
    const isInRange = range === null || node.to > range.from;
    if (isInRange && depth < deepest && hasOpening(document, node)) levels.push(levelOf(node, node.from + 1));
  }
  const root = levels[0]!;
  if (!root.isEmpty) gaps.lines(root.end, text.length, layout.afterRoot);
  return gaps.edits();
}

function levelOf(node: Node, end: number): Level {
  return { node, members: childrenOf(node), end, isEmpty: true };
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
