import type { Document } from '../../../../document';
import type { Problem } from '../../../../schema/problem';
import { schemaAt } from '../../../../schema/schemaAt';
import { otherBracket } from '../../../../syntax/brackets';
import { childAt, childCount } from '../../../../syntax/nodes/children';
import { childWithKey } from '../../../../syntax/nodes/named';
import { isContainer, type Node } from '../../../../syntax/nodes/node';
import { nodeAt } from '../../../../syntax/nodes/nodeAt';
import { Flag, Token } from '../../../../syntax/tokens/token';
import { Kind } from '../../../../syntax/tree/nodeKind';
import { carriageReturn, closeBracket, comma, lineFeed, space, tab } from '../../../../text/characters';
import { charAt, type Edit, lineEnd, lineStart, positionAt, sliceText } from '../../../../text/text';
import { maxBlank, tokenBehind } from '../../../cursorContext';
import { type FixTarget, insert, type QuickFix, remove, replacement } from '../../fix';
import { nameOfArrayOf } from '../../shapes';
import { bracketOf } from './closings';
import { areOneObject } from './objectMeant';

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
  if (before?.kind !== Kind.object || !areOneObject(document, before, object!))
    return [open, ...aroundAll(document, problem, object)];
  const join = replacement(problem, 'Remove the bracket before it', remove(before.to - 1, before.to));
  return [join, { ...open, isPreferred: false }];
}

/** Puts brackets around properties that are the whole document, without the comma after the last one. */
function aroundAll(document: Document, problem: Problem, object: Node | null): QuickFix[] {
  const last = object?.parent?.kind === Kind.document ? childAt(object, childCount(object) - 1) : null;
  if (object === null || last === null || (isContainer(last) && (last.flags & Flag.broken) !== 0)) return [];
  const { text } = document;
  const { to } = last;
  const next = tokenBehind(document, to);
  const end = next.type === Token.comma ? next.to : to;
  if (tokenBehind(document, end).type !== Token.end) return [];
  const { line } = positionAt(text, object.from);
  const lineBreak =
    line === positionAt(text, to).line ? '' : sliceText(text, lineEnd(text, line), lineStart(text, line + 1));
  const start = lineBreak === '' ? object.from : lineStart(text, line);
  const edits = [insert(start, `{${lineBreak}`), { from: to, to: end, insert: `${lineBreak}}` }];
  return [{ ...replacement(problem, 'Put { and } around the properties', edits[0]!), edits }];
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
