import type { Document } from '../../../document';
import { childAt } from '../../../syntax/nodes/children';
import type { Node } from '../../../syntax/nodes/node';
import { Token } from '../../../syntax/tokens/token';
import { Kind } from '../../../syntax/tree/nodeKind';
import type { Range } from '../../../text/range';
import type { Edit } from '../../../text/text';
import { runToEnd, type Work } from '../../../work';
import { isBlankBetween, tokenBehind } from '../../cursorContext';

/**
 * Edits that remove members of containers, each with one comma, so that the remaining commas are right. The white space
 * before the following token stays.
 */
export function removalsOf(document: Document, members: readonly Node[]): Edit[] {
  return runToEnd(removing(document, members));
}

/** Like `removalsOf`, for very many members. */
export function* removing(document: Document, members: readonly Node[]): Work<Edit[]> {
  const outermost = withoutInner(members);
  const edits: Edit[] = [];
  for (let i = 0; i < outermost.length; i++) {
    const first = outermost[i]!;
    let last = first;
    while (isNextOf(outermost[i + 1], last)) last = outermost[++i]!;
    edits.push(...removalOfRun(document, first, last));
    yield;
  }
  return edits;
}

/** Start of a member: of its name, if it has one. */
export function startOf(member: Node): number {
  return (member.key ?? member).from;
}

/** End of a member; without a value, the end of its colon. */
export function endOf(document: Document, member: Node): number {
  if (member.kind !== Kind.key) return member.to;
  const next = tokenBehind(document, member.to);
  return next.type === Token.colon ? next.to : member.to;
}

/**
 * Whether a property can go without a loss: a comma or bracket follows (in `"a": null {"b": 1}` the object may be its
 * value), and no comment is in it or around the comma.
 */
export function isApart(document: Document, { key, from, to }: Node): boolean {
  const next = tokenBehind(document, to);
  if (next.type !== Token.comma && !endTokens.has(next.type)) return false;
  if (!isBlankBetween(document, to, next.from)) return false;
  if (next.type === Token.comma && !isBlankBetween(document, next.to, tokenBehind(document, next.to).from))
    return false;
  if (key === null) return true;
  const colon = tokenBehind(document, key.to);
  return isBlankBetween(document, key.to, colon.from) && isBlankBetween(document, colon.to, from);
}

/** Members in document order, without those inside another one. */
function withoutInner(members: readonly Node[]): Node[] {
  const outermost: Node[] = [];
  for (const member of [...members].sort((a, b) => startOf(a) - startOf(b))) {
    const last = outermost[outermost.length - 1];
    if (last === undefined || startOf(member) >= last.to) outermost.push(member);
  }
  return outermost;
}

function isNextOf(node: Node | undefined, before: Node): boolean {
  return node !== undefined && node.index === before.index + 1 && node.parent!.from === before.parent!.from;
}

/** Removes consecutive members with the comma after them, or before them if they are the last. */
function removalOfRun(document: Document, first: Node, last: Node): Edit[] {
  const from = startOf(first);
  const to = endOf(document, last);
  const comma = commaBehind(document, to);
  const next = comma && nextBehind(document, comma.to);
  if (next !== null) return [{ from, to: next, insert: '' }];
  const previous = childAt(first.parent!, first.index - 1);
  if (previous === null) return [{ from, to, insert: '' }];
  const before = commaBehind(document, endOf(document, previous));
  if (before === null || before.from > from) return [{ from, to, insert: '' }];
  if (isBlankBetween(document, before.to, from)) return [{ from: before.from, to, insert: '' }];
  return [
    { from: before.from, to: before.to, insert: '' },
    { from, to, insert: '' },
  ];
}

/** The comma, if it is the next token. */
function commaBehind(document: Document, offset: number): Range | null {
  const next = tokenBehind(document, offset);
  return next.type === Token.comma ? next : null;
}

/**
 * End of the text to remove after a comma: the next member, or the comma itself if a comment follows. Null if no member
 * follows.
 */
function nextBehind(document: Document, to: number): number | null {
  const next = tokenBehind(document, to);
  if (endTokens.has(next.type)) return null;
  return isBlankBetween(document, to, next.from) ? next.from : to;
}

const endTokens = new Set<Token>([Token.end, Token.newline, Token.closeArray, Token.closeObject]);
