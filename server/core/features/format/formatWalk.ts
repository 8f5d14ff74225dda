import type { ParsedText } from '../../document';
import { childAt, childrenFrom, childrenOf } from '../../syntax/nodes/children';
import { type Node, rootOf } from '../../syntax/nodes/node';
import { Flag } from '../../syntax/tokens/token';
import { Kind } from '../../syntax/tree/nodeKind';
import { closeBrace, closeBracket, openBrace, openBracket } from '../../text/characters';
import type { Range } from '../../text/range';
import { charAt, type Edit } from '../../text/text';
import type { Work } from '../../work';
import { lastBefore } from '../cursorContext';
import { Gaps } from './formatGaps';
import type { Layout } from './formatLayout';
import { ProtectedRanges } from './protectedRanges';

/** Values visited between two yields. */
const yieldEvery = 1000;

/** The result of formatting. */
export interface Formatting {
  readonly edits: readonly Edit[];
  /** Whether there are no edits because they would make the text too long. */
  readonly isTooLong: boolean;
}

/** How to format. */
export interface How {
  readonly layout: Layout;
  /** Where white space changes, in offsets; null for the whole text. */
  readonly range: Range | null;
  /** Whether only the indentation of lines changes. */
  readonly isIndentOnly: boolean;
  /** Code units by which the text may become longer. */
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

/** Walks the values of a document and lays out what is between their tokens. */
export function* formatWith(document: ParsedText, how: How): Work<Formatting> {
  const { text, tree } = document;
  const { layout, range, isIndentOnly, maxGrowth } = how;
  const start = range?.from ?? 0;
  const leave = new ProtectedRanges(document, start);
  const gaps = new Gaps(text, { range, isIndentOnly, keepsLines: tree.root.kind === Kind.lines, leave });
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

/**
 * Whether the opening bracket of a container is in the text. The tree has containers whose bracket is missing: their
 * first member, which may have the same bracket, begins where they do.
 */
function hasOpening({ text }: ParsedText, node: Node): boolean {
  const bracket = node.kind === Kind.object ? openBrace : node.kind === Kind.array ? openBracket : -1;
  if (charAt(text, node.from) !== bracket) return false;
  const first = childAt(node, 0);
  return first === null || (first.key?.from ?? first.from) > node.from;
}

function isClosed({ text }: ParsedText, node: Node): boolean {
  const bracket = node.kind === Kind.object ? closeBrace : closeBracket;
  return (node.flags & Flag.broken) === 0 && charAt(text, node.to - 1) === bracket;
}
