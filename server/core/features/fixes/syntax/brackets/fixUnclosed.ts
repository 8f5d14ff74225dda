import type { Document } from '../../../../document';
import type { Problem } from '../../../../schema/problem';
import { schemaAt } from '../../../../schema/schemaAt';
import { isDocumented } from '../../../../schema/schemaTypes';
import { childAt, childCount } from '../../../../syntax/nodes/children';
import { isContainer, type Node } from '../../../../syntax/nodes/node';
import { nodeAt } from '../../../../syntax/nodes/nodeAt';
import { Flag, Token } from '../../../../syntax/tokens/token';
import { Kind } from '../../../../syntax/tree/nodeKind';
import { quote } from '../../../../text/characters';
import { charAt, type Edit, positionAt } from '../../../../text/text';
import type { Work } from '../../../../work';
import { applyEdits } from '../../../applyEdits';
import { isLines, tokenBehind } from '../../../cursorContext';
import { type FixTarget, insert, type QuickFix, remove, replacement } from '../../fix';
import { closingOf, closingsOf, closingTitle } from './closings';
import { areOneObject, lastOwnMember } from './objectMeant';
import { findSwallowing } from './swallowed';

/**
 * Inserts the closing brackets missing at one offset, each formatted to match its opening bracket, and a comma if a
 * member follows; or before what the containers swallowed. An empty bracket may also be superfluous.
 */
export function* fixUnclosed(document: Document, problem: Problem, { node }: FixTarget): Work<QuickFix[]> {
  const containers = openAt(node, problem);
  const innermost = containers[0];
  if (innermost === undefined || endsInString(document, innermost)) return [];
  const inside = containers.length === 1 ? closedTooLate(document, innermost) : null;
  if (inside !== null) return [replacement(problem, 'Insert the missing }', inside)];
  const { at, comma, isFollowed } = closingPoint(document, innermost.to);
  const closing = closingsOf(document, containers, at);
  const title = closingTitle(containers);
  const edits: Edit[] = [insert(at, closing), ...(comma === null ? [] : [comma])];
  const close: QuickFix = { title, code: problem.code, edits, isPreferred: true };
  const early = yield* closedEarlier(document, problem, { open: innermost, atEnd: edits });
  const separated = isFollowed ? [{ ...close, edits: [insert(at, `${closing},`)] }] : [];
  const isExtra = childCount(innermost) === 0 || isTypedByMistake(document, innermost);
  const drop = isExtra ? [replacement(problem, 'Remove the bracket', remove(problem.from, problem.to))] : [];
  const rest = containers.length === 1 ? restBehind(document, innermost) : null;
  if (rest === null) return [...drop, ...early, close, ...separated];
  const join = replacement(problem, 'Remove the bracket after it', remove(rest.from, rest.from + 1));
  return [...drop, join, { ...close, isPreferred: false }];
}

/**
 * `{"content": "a", { "role": "user"}`: the object after a comma that is rather the rest of an unclosed object, with a
 * stray bracket before it, because no name is in both. Null if there is none.
 */
export function restBehind(document: Document, open: Node): Node | null {
  if (open.kind !== Kind.object || open.parent?.kind !== Kind.array) return null;
  const comma = tokenBehind(document, open.to);
  const bracket = comma.type === Token.comma ? tokenBehind(document, comma.to) : comma;
  if (bracket.type !== Token.openObject) return null;
  const next = nodeAt(document.tree, bracket.from, open);
  return next.from === bracket.from && areOneObject(document, open, next) ? next : null;
}

/** Closes an object inside of an unclosed one after the last of its own members; null if it is not known which that is. */
function closedTooLate(document: Document, open: Node): Edit | null {
  const last = lastOwnMember(document, open);
  if (last === null) return null;
  const separator = tokenBehind(document, last.to).type === Token.comma ? '' : ',';
  return insert(last.to, closingOf(document, last.parent!, last.to) + separator);
}

/**
 * If the text ends: closes containers before what they swallowed, which is why brackets are missing at the end. Only if
 * that leaves fewer errors and warnings than the edits that close them at the end, and no more hints.
 */
function* closedEarlier(
  document: Document,
  problem: Problem,
  { open, atEnd }: { readonly open: Node; readonly atEnd: readonly Edit[] },
): Work<QuickFix[]> {
  if (isLines(document) || tokenBehind(document, open.to).type !== Token.end) return [];
  const swallowing = yield* findSwallowing(document, open);
  if (swallowing === null) return [];
  const { last, ending } = swallowing;
  const separator = tokenBehind(document, last.to).type === Token.comma ? '' : ',';
  const edit = insert(last.to, closingsOf(document, ending, last.to) + separator);
  const { counts: after } = yield* applyEdits(document, [edit]);
  const { counts: otherwise } = yield* applyEdits(document, atEnd);
  if (after[0] + after[1] >= otherwise[0] + otherwise[1] || after[3] > otherwise[3]) return [];
  const { line } = positionAt(document.text, last.to);
  return [replacement(problem, `${closingTitle(ending)} at line ${line + 1}`, edit)];
}

/**
 * Whether the bracket of an array was typed twice, or before a value without items: the array begins with another, and
 * has nothing else or is documented to have something else; or its only item is what is documented in its place.
 */
function isTypedByMistake(document: Document, array: Node): boolean {
  const first = array.kind === Kind.array ? childAt(array, 0) : null;
  if (first?.kind === Kind.array && first.from === array.from + 1 && childCount(array) === 1) return true;
  const schema = first === null ? null : schemaAt(document, array);
  const isNoArray = schema !== null && schema.type !== null && schema.type !== 'array';
  if (isNoArray && isDocumented(schema, first!.kind)) return childCount(array) === 1;
  const items = first?.kind === Kind.array ? (schema?.items ?? null) : null;
  return items !== null && items.type !== null && items.type !== 'array';
}

/** The containers left open at an offset, innermost first: all end with the same member. */
export function openAt(innermost: Node, { from, fix }: Problem): Node[] {
  const containers: Node[] = [];
  for (let node: Node | null = innermost; node?.parent; node = node.parent) {
    const isOpen = isContainer(node) && (node.flags & Flag.broken) !== 0 && node.to === fix?.at;
    if (!isOpen) break;
    containers.push(node);
  }
  return containers[0]?.from === from ? containers : [];
}

/** Whether its last member is an unterminated string: a bracket would become part of it. */
function endsInString({ text }: Document, container: Node): boolean {
  const last = childAt(container, childCount(container) - 1);
  if (last === null || last.kind !== Kind.string || (last.flags & Flag.broken) === 0) return false;
  return charAt(text, last.to - 1) !== quote || last.to - last.from === 1;
}

/** After the last member or its colon. A comma left without a following member is removed. */
function closingPoint(
  document: Document,
  to: number,
): { at: number; comma: Edit | null; isFollowed: boolean } {
  const first = tokenBehind(document, to);
  const at = first.type === Token.colon ? first.to : to;
  const next = at === to ? first : tokenBehind(document, at);
  if (next.type !== Token.comma) return { at, comma: null, isFollowed: !lastTokens.has(next.type) };
  const isLast = lastTokens.has(tokenBehind(document, next.to).type);
  return { at, comma: isLast ? remove(next.from, next.to) : null, isFollowed: false };
}

const lastTokens = new Set<Token>([Token.end, Token.newline, Token.closeArray, Token.closeObject]);
