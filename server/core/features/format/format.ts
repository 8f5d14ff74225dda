import type { Document, ParsedText } from '../../document';
import type { Node } from '../../syntax/nodes/node';
import { nodeAt } from '../../syntax/nodes/nodeAt';
import { Flag } from '../../syntax/tokens/token';
import { Kind } from '../../syntax/tree/nodeKind';
import { closeBrace } from '../../text/characters';
import type { Range } from '../../text/range';
import { charAt, type Edit, lineEnd, lineStart, positionAt, sliceText, type Text } from '../../text/text';
import type { Work } from '../../work';
import { parseAfterEdits } from '../applyEdits';
import { syntaxErrorsInOrder } from '../syntaxErrorList';
import { type FormatOptions, linesLayout, treeLayout } from './formatLayout';
import { type Formatting, formatWith } from './formatWalk';

export type { FormatOptions } from './formatLayout';
export type { Formatting } from './formatWalk';

/** Code units by which formatting may always lengthen a text, and while typing. */
const growth = 15_000_000;
const growthOnType = 1_000_000;
/** Code units before a typed closing bracket within which lines are indented. */
const maxBracketDistance = 100_000;
/** Code units of an indentation. */
const maxIndent = 1000;
/** Syntax errors compared between two yields. */
const yieldEvery = 1000;

/** Code units by which formatting may lengthen a text: so many, or as many as it has. */
export function maxGrowth(text: Text): number {
  return Math.max(growth, text.length);
}

const nothing: Formatting = { edits: [], isTooLong: false };

/**
 * Edits that format a document as VS Code formats JSON: each member on its own line, indented by its depth, one space
 * after a colon. In JSON Lines each value stays on its line, with one space after commas and colons; blank lines stay.
 *
 * Replaces only white space between tokens, and only where it differs. After a missing or superfluous quote, the rest
 * of the line stays as it is. If a comma or colon is missing, or a comment is between two tokens, lines are only
 * indented. So is the whole document if its mistakes would be read differently; or nothing changes.
 *
 * With a range (offsets), only white space that overlaps it is considered; the edits are a subset of those for the whole
 * document. They are ordered and disjoint; if there are more than 2000, they are merged into one.
 */
export function* formatDocument(
  document: Document,
  range: Range | null,
  options: FormatOptions,
): Work<Formatting> {
  if (range !== null) return yield* formatAll(document, options, { range: withIndent(document, range) });
  for (const isIndentOnly of [false, true]) {
    const made = yield* formatAll(document, options, { isIndentOnly });
    if (made.edits.length === 0 || (yield* readsAlike(document, made.edits, { options, isIndentOnly })))
      return made;
  }
  return nothing;
}

function formatAll(
  document: ParsedText,
  options: FormatOptions,
  { range = null, isIndentOnly = false }: { readonly range?: Range | null; readonly isIndentOnly?: boolean },
): Work<Formatting> {
  const layout = (document.tree.root.kind === Kind.lines ? linesLayout : treeLayout)(document.text, options);
  return formatWith(document, { layout, range, isIndentOnly, maxGrowth: maxGrowth(document.text) });
}

/** Whether a formatted document has the same syntax errors, and stays as it is when it is formatted again. */
function* readsAlike(
  document: Document,
  edits: readonly Edit[],
  { options, isIndentOnly }: { readonly options: FormatOptions; readonly isIndentOnly: boolean },
): Work<boolean> {
  // What is valid is read alike however it is laid out.
  if (document.tree.root.syntaxErrorCount === 0) return true;
  const before = syntaxErrorsInOrder(document.tree);
  const formatted = yield* parseAfterEdits(document, edits);
  const after = syntaxErrorsInOrder(formatted.tree);
  for (let count = 1; ; count++) {
    const [ours, theirs] = [before.next(), after.next()];
    if (ours.done !== theirs.done || ours.value?.errorKind !== theirs.value?.errorKind) return false;
    if (ours.done) break;
    if (count % yieldEvery === 0) yield;
  }
  return (yield* formatAll(formatted, options, { isIndentOnly })).edits.length === 0;
}

/**
 * Edits after typing a character: a closing bracket, which ends at the offset, indents the lines of its container; a line
 * break, from which only the editor's indentation leads to the offset, the line before. Changes nothing else and adds no
 * lines; does nothing for other characters or in JSON Lines.
 */
export function* formatOnType(document: Document, offset: number, options: FormatOptions): Work<Formatting> {
  const { text, tree } = document;
  if (tree.root.kind === Kind.lines || offset < 1) return nothing;
  const range = /[}\]]/.test(sliceText(text, offset - 1, offset))
    ? closedAt(document, offset)
    : lineBefore(document, offset);
  if (range === null) return nothing;
  const layout = treeLayout(text, options);
  return yield* formatWith(document, { layout, range, isIndentOnly: true, maxGrowth: growthOnType });
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
