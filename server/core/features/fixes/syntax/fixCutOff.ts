import type { Document } from '../../../document';
import type { Problem } from '../../../schema/problem';
import { childAt } from '../../../syntax/nodes/children';
import { isContainer, type Node } from '../../../syntax/nodes/node';
import { Flag } from '../../../syntax/tokens/token';
import { Kind } from '../../../syntax/tree/nodeKind';
import { backslash, carriageReturn, letterU, lineFeed, quote, space, tab } from '../../../text/characters';
import { charAt, lineEnd, positionAt, sliceText } from '../../../text/text';
import { isLines } from '../../cursorContext';
import type { FixTarget, QuickFix } from '../fix';
import { startOf } from '../members/removals';
import { closingOf } from './brackets/closings';

/**
 * Ends a truncated text after its last complete member, or after the last complete item of an enclosing array; or
 * closes the truncated string. Each title says how much is removed.
 */
export function fixCutOff(document: Document, problem: Problem, { node }: FixTarget): QuickFix[] {
  const whole = withoutTail(document, problem, node);
  const item = itemAround(node);
  const fixes = [
    ...(whole === null ? [] : [whole]),
    ...endedString(document, problem, node),
    ...(item === null ? [] : [withoutTail(document, problem, item)]),
  ].filter((fix) => fix !== null);
  return fixes.map((fix, i) => ({ ...fix, isPreferred: i === 0 }));
}

/** Cuts the text before a member. */
function withoutTail(document: Document, problem: Problem, member: Node): QuickFix | null {
  const container = member.parent;
  if (container === null || !isContainer(container)) return null;
  const previous = childAt(container, member.index - 1);
  const from = previous?.to ?? container.from + 1;
  const end = endOfText(document, problem);
  const count = end - startOf(member);
  const title =
    count === 1
      ? 'Remove the last character, and close the open brackets'
      : `Remove the last ${count.toLocaleString('en')} characters, and close the open brackets`;
  return ended(document, problem, { title, container, from, insert: '' });
}

/** Closes the truncated string, without an incomplete escape at its end. */
function endedString(document: Document, problem: Problem, node: Node): QuickFix[] {
  const container = node.parent;
  const isCut =
    node.kind === Kind.string &&
    (node.flags & Flag.broken) !== 0 &&
    charAt(document.text, node.from) === quote;
  if (!isCut || container === null || !isContainer(container)) return [];
  const from = wholeEscapes(document, node);
  const title =
    from === node.to
      ? 'Close the string and the open brackets'
      : `Remove the incomplete escape ${sliceText(document.text, from, node.to)}, and close the string and the open brackets`;
  return [ended(document, problem, { title, container, from, insert: '"' })];
}

/** The end of a string, before an incomplete escape. */
function wholeEscapes({ text }: Document, { from, to }: Node): number {
  let start = to;
  while (start > from + 1 && to - start < 6 && charAt(text, start - 1) !== backslash) start--;
  let backslashes = 0;
  while (charAt(text, start - 1 - backslashes) === backslash) backslashes++;
  const isEscape = backslashes % 2 === 1;
  const needed = charAt(text, start) === letterU ? 5 : 1;
  return isEscape && to - start < needed ? start - 1 : to;
}

function ended(
  document: Document,
  problem: Problem,
  { title, container, from, insert }: { title: string; container: Node; from: number; insert: string },
): QuickFix {
  // White space at the end of the text may be the content of the truncated string.
  const to = Math.max(from, endOfText(document, problem));
  const closings = openFrom(container).map((open) => closingOf(document, open, from));
  const edit = { from, to, insert: insert + closings.join('') };
  return { title, code: problem.code, edits: [edit], isPreferred: false };
}

/** The unclosed containers, innermost first. */
function openFrom(container: Node): Node[] {
  const open: Node[] = [];
  for (let at: Node | null = container; at !== null && isContainer(at); at = at.parent) open.push(at);
  return open;
}

/** The innermost enclosing value that is an array item, but not the first one. */
function itemAround(member: Node): Node | null {
  for (let at = member.parent; at !== null; at = at.parent)
    if (at.parent?.kind === Kind.array && at.index > 0) return at;
  return null;
}

/** The end of the last line of a value (JSON Lines), or of the text without trailing white space. */
function endOfText(document: Document, { from, to }: Problem): number {
  const { text } = document;
  if (isLines(document)) return lineEnd(text, positionAt(text, to).line);
  let end = text.length;
  while (end > from && [lineFeed, carriageReturn, space, tab].includes(charAt(text, end - 1))) end--;
  return end;
}
