import type { Document } from '../../../document';
import type { Problem } from '../../../schema/problem';
import { schemaAt } from '../../../schema/schemaAt';
import { otherBracket } from '../../../syntax/brackets';
import { Flag, Token } from '../../../syntax/tokens/token';
import { Kind } from '../../../syntax/tree/nodeKind';
import { childAt, childCount, childWithKey, type Node, nodeAt } from '../../../syntax/tree/nodes';
import { carriageReturn, closeBracket, comma, lineFeed, quote, space, tab } from '../../../text/characters';
import { charAt, type Edit, lineEnd, lineStart, positionAt, sliceText } from '../../../text/text';
import { isLines, maxBlank, tokenBehind } from '../../cursorContext';
import { type FixTarget, insert, type QuickFix, remove, replacement } from '../fix';
import { nameOfArrayOf } from '../shapes';
import { areOneObject, lastOwnMember } from './objectMeant';

/**
 * Inserts the closing brackets missing at one offset, each formatted to match its opening bracket, and a comma if a
 * member follows. An empty bracket may also be superfluous.
 */
export function fixUnclosed(document: Document, problem: Problem, { node }: FixTarget): QuickFix[] {
  const containers = openAt(node, problem);
  const innermost = containers[0];
  if (innermost === undefined || endsInString(document, innermost)) return [];
  const inside = containers.length === 1 ? closedTooLate(document, innermost) : null;
  if (inside !== null) return [replacement(problem, 'Insert the missing }', inside)];
  const { at, comma, isFollowed } = closingPoint(document, innermost.to);
  const closing = containers.map((open) => closingOf(document, open, at)).join('');
  const brackets = containers.map(({ kind }) => bracketOf(kind)).join('');
  const title =
    brackets.length <= 8
      ? `Insert the missing ${brackets}`
      : `Insert the ${brackets.length} missing brackets`;
  const edits: Edit[] = [insert(at, closing), ...(comma === null ? [] : [comma])];
  const close: QuickFix = { title, code: problem.code, edits, isPreferred: true };
  const separated = isFollowed ? [{ ...close, edits: [insert(at, `${closing},`)] }] : [];
  const isExtra = childCount(innermost) === 0 || isTypedByMistake(document, innermost);
  const drop = isExtra ? [replacement(problem, 'Remove the bracket', remove(problem.from, problem.to))] : [];
  const rest = containers.length === 1 ? restBehind(document, innermost) : null;
  if (rest === null) return [...drop, close, ...separated];
  const join = replacement(problem, 'Remove the bracket behind it', remove(rest.from, rest.from + 1));
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
 * Whether the bracket of an array was typed twice, or before a value without items: the array begins with another, and
 * has nothing else or is documented to have something else; or an object is documented in its place.
 */
function isTypedByMistake(document: Document, array: Node): boolean {
  const first = array.kind === Kind.array ? childAt(array, 0) : null;
  if (first?.kind === Kind.array && first.from === array.from + 1 && childCount(array) === 1) return true;
  const schema = first === null ? null : schemaAt(document, array);
  if (first?.kind === Kind.object && schema?.type === 'object') return childCount(array) === 1;
  const items = first?.kind === Kind.array ? (schema?.items ?? null) : null;
  return items !== null && items.type !== null && items.type !== 'array';
}

/** Removes a bracket that closes nothing, unless it is the whole document. */
export function fixStrayBracket(document: Document, problem: Problem, { node }: FixTarget): QuickFix[] {
  const { from, to } = problem;
  const isRoot = node.kind === Kind.invalid && node.parent?.kind === Kind.document;
  if (isRoot && tokenBehind(document, to).type === Token.end) return [];
  const first = charAt(document.text, from) === closeBracket ? valueBefore(document, from, node) : null;
  const open = first !== null && !isContainer(first) ? [openArray(problem, first)] : [];
  return [
    replacement(problem, 'Remove the bracket', removalOf(document, problem)),
    ...open.map((fix) => ({ ...fix, isPreferred: false })),
  ];
}

/** Removes a bracket; with the comma behind it if one is before it, too. */
function removalOf(document: Document, { from, to }: Problem): Edit {
  const before = endBefore(document, from);
  const next = charAt(document.text, before - 1) === comma ? tokenBehind(document, to) : null;
  return next?.type === Token.comma ? remove(before, next.to) : remove(from, to);
}

/** A bracket of the other kind. */
export function fixWrongBracket({ text }: Document, problem: Problem): QuickFix[] {
  const { from, to } = problem;
  const bracket = otherBracket(sliceText(text, from, to));
  return [replacement(problem, `Replace with ${bracket}`, { from, to, insert: bracket })];
}

/** A parenthesis in place of a bracket of the container that it opens or closes. */
export function fixParenthesis(document: Document, problem: Problem, { node }: FixTarget): QuickFix[] {
  const { from, to } = problem;
  const isOpening = sliceText(document.text, from, to) === '(';
  const container = isOpening ? node : nodeAt(document.tree, Math.max(0, from - 1), node);
  let closed: Node | null = container;
  while (closed !== null && !(isContainer(closed) && (isOpening ? closed.from === from : closed.to === to)))
    closed = closed.parent;
  if (closed === null) return [];
  const bracket = isOpening ? (closed.kind === Kind.object ? '{' : '[') : bracketOf(closed.kind);
  return [replacement(problem, `Replace with ${bracket}`, { from, to, insert: bracket })];
}

/** A property among the items of an array: opens its object before it, or removes the bracket that ended it too early. */
export function fixMissingBracket(document: Document, problem: Problem, { node }: FixTarget): QuickFix[] {
  const open = replacement(problem, 'Insert the missing {', insert(problem.from, '{'));
  const object = openedAt(node, problem.from);
  const before = object?.parent?.kind === Kind.array ? childAt(object.parent, object.index - 1) : null;
  if (before?.kind !== Kind.object || !areOneObject(document, before, object!)) return [open];
  const join = replacement(problem, 'Remove the bracket before it', remove(before.to - 1, before.to));
  return [join, { ...open, isPreferred: false }];
}

/** The object around a node that begins at an offset, where its bracket is missing. */
function openedAt(node: Node, offset: number): Node | null {
  for (let at: Node | null = node; at !== null && at.from >= offset; at = at.parent)
    if (at.kind === Kind.object && at.from === offset) return at;
  return null;
}

/** Opens an array before the value that is its first item. */
export function fixMissingArray(document: Document, problem: Problem, { node }: FixTarget): QuickFix[] {
  const { tree } = document;
  const rest = arrayWithoutName(nodeAt(tree, problem.to, node)) ?? arrayWithoutName(node);
  const first =
    rest === null ? valueBefore(document, problem.from, node) : childAt(rest.parent!, rest.index - 1);
  return first === null ? [] : [openArray(problem, first)];
}

/** Inserts the name and the bracket of a list that is documented to have such items, and its closing bracket if that is missing. */
export function fixMissingList(document: Document, problem: Problem, { node }: FixTarget): QuickFix[] {
  const array = arrayWithoutName(node);
  const first = array === null ? null : childAt(array, 0);
  const schema = array === null ? null : schemaAt(document, array.parent!);
  if (array?.from !== problem.from || first === null || schema === null) return [];
  const name = nameOfArrayOf(document, first, schema);
  if (name === null || childWithKey(document.text, array.parent!, name) !== null) return [];
  const start = `${JSON.stringify(name)}: [`;
  const isOpen = (array.flags & Flag.broken) !== 0;
  const edits = [insert(problem.from, start), ...(isOpen ? [insert(array.to, ']')] : [])];
  return [{ ...replacement(problem, `Insert the missing ${start}`, edits[0]!), edits }];
}

function openArray(problem: Problem, first: Node): QuickFix {
  return replacement(problem, 'Insert the missing [', insert(first.from, '['));
}

/** The array around a node that has no name, in an object. */
function arrayWithoutName(node: Node): Node | null {
  for (let at: Node | null = node; at !== null; at = at.parent)
    if (at.kind === Kind.array && at.key === null && at.parent?.kind === Kind.object) return at;
  return null;
}

/** The value of a property that ends at an offset, or before white space there; `near` is a node near to it. */
function valueBefore(document: Document, offset: number, near: Node): Node | null {
  const end = endBefore(document, offset);
  let at: Node | null = nodeAt(document.tree, Math.max(0, end - 1), near);
  // The containers around a node end where it does, or later.
  for (; at !== null && at.to <= end; at = at.parent)
    if (at.key !== null && at.to === end && at.kind !== Kind.key) return at;
  return null;
}

/** Where the white space before an offset begins, if that is near. */
export function endBefore({ text }: Document, offset: number): number {
  let end = offset;
  const least = Math.max(0, offset - maxBlank);
  while (end > least && [tab, lineFeed, carriageReturn, space].includes(charAt(text, end - 1))) end--;
  return end;
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

/** On its own line if the opening bracket is on another, with that line's indentation. */
export function closingOf(document: Document, { kind, from }: Node, at: number): string {
  const { text } = document;
  const bracket = bracketOf(kind);
  const { line } = positionAt(text, from);
  if (isLines(document) || line === positionAt(text, at).line) {
    return charAt(text, from + 1) === space ? ` ${bracket}` : bracket;
  }
  const start = lineStart(text, line);
  const indent = /^[ \t]*/.exec(sliceText(text, start, Math.min(from, start + 200)))?.[0] ?? '';
  const isReturn = charAt(text, lineEnd(text, line)) === carriageReturn;
  return `${isReturn ? '\r\n' : '\n'}${indent}${bracket}`;
}

function bracketOf(kind: Kind): string {
  return kind === Kind.object ? '}' : ']';
}

export function isContainer({ kind }: Node): boolean {
  return kind === Kind.object || kind === Kind.array;
}
