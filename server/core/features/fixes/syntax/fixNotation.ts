import type { Document } from '../../../document';
import type { Problem } from '../../../schema/problem';
import { childAt, childCount, childrenOf } from '../../../syntax/nodes/children';
import type { Node } from '../../../syntax/nodes/node';
import { pythonLiterals, SyntaxErrorKind } from '../../../syntax/syntaxErrors';
import { beginsAsPrinted } from '../../../syntax/tokens/ends/printedValues';
import { type ForeignString, foreignString } from '../../../syntax/tokens/ends/stringParts';
import { Flag, Token } from '../../../syntax/tokens/token';
import { Kind } from '../../../syntax/tree/nodeKind';
import type { Range } from '../../../text/range';
import { type Edit, sliceText } from '../../../text/text';
import type { Work } from '../../../work';
import { tokenBehind } from '../../cursorContext';
import {
  byOffset,
  type FixTarget,
  insert,
  type ProblemEdits,
  type QuickFix,
  remove,
  replacement,
} from '../fix';
import { maxStringLength } from './fixEscapes';
import { valueOfPrinted } from './fixPrinted';
import { fixOtherColon } from './fixSeparators';
import { fixKey, quoted } from './fixWords';
import { isUnambiguous, jsonOfForeign, readingOf } from './foreignContent';

/** Fixes a name without quotes or in others. If it is the first in its container, converts all of that to JSON. */
export function* fixName(document: Document, problem: Problem, target: FixTarget): Work<QuickFix[]> {
  return (yield* fixContainer(document, problem, target)) ?? fixKey(document, problem);
}

/** Fixes a string in other quotes. If it is the first in its container, converts all of that to JSON. */
export function* fixQuotes(document: Document, problem: Problem, target: FixTarget): Work<QuickFix[]> {
  return (
    (yield* fixContainer(document, problem, target)) ?? fixString(document, problem, 'Use double quotes')
  );
}

/** Fixes another mark in place of a colon. If it is the first in its object, converts all of that to JSON. */
export function* fixColon(document: Document, problem: Problem, target: FixTarget): Work<QuickFix[]> {
  const { node } = target;
  const member = node.kind === Kind.object && node.from < problem.from ? childAt(node, 0) : node;
  const isOwn = member?.key != null && member.key.to <= problem.from && problem.to <= member.from;
  const converted = isOwn ? yield* fixContainer(document, problem, { ...target, node: member }) : null;
  return converted ?? fixOtherColon(document, problem);
}

/** Fixes a string with a prefix or in three quotes. */
export function fixPythonString(document: Document, problem: Problem): QuickFix[] {
  return fixString(document, problem, 'Convert to a JSON string');
}

function fixString({ text }: Document, problem: Problem, title: string): QuickFix[] {
  const { from, to } = problem;
  const string = to - from > maxStringLength ? null : foreignString(sliceText(text, from, to));
  if (string === null) return [];
  const json = jsonOfForeign(string, readingOf([string]));
  return [replacement(problem, title, { from, to, insert: json })];
}

/** Converts the container that begins with a problem; null if that is no more than to fix the problem. */
function* fixContainer(document: Document, problem: Problem, { node }: FixTarget): Work<QuickFix[] | null> {
  const container = containerOfFirst(node);
  if (container === null || container.to - container.from > maxStringLength) return null;
  const edits = yield* editsIn(document, container);
  if (edits === null || edits.length < 2) return null;
  const kind = container.kind === Kind.array ? 'array' : 'object';
  return [{ title: `Convert this ${kind} to JSON`, code: problem.code, edits, isPreferred: true }];
}

/** The container whose first member this is, or the outermost array that begins with it; null for any other member. */
function containerOfFirst({ index, parent }: Node): Node | null {
  if (index > 0 || parent === null || (parent.kind !== Kind.object && parent.kind !== Kind.array))
    return null;
  let container = parent;
  while (container.index === 0 && container.parent?.kind === Kind.array) container = container.parent;
  return container;
}

/** Finding more edits takes too long. */
const maxEdits = 100_000;
/** Values visited between two yields. */
const yieldEvery = 1000;

type StringAt = Range & ForeignString;

/** The edits that turn a container into JSON, in order; null if there are too many. */
function* editsIn(document: Document, container: Node): Work<Edit[] | null> {
  const edits: Edit[] = [...trailingComma(document, container)];
  const strings: StringAt[] = [];
  const stack = [childrenOf(container)];
  for (let count = 1; stack.length > 0; count++) {
    if (count % yieldEvery === 0) yield;
    if (edits.length + strings.length > maxEdits) return null;
    const { done, value: node } = stack[stack.length - 1]!.next();
    if (done === true) {
      stack.pop();
      continue;
    }
    strings.push(...stringsOf(document, node));
    edits.push(...wordsOf(document, node), ...colonOf(document, node), ...missingComma(document, node));
    if (node.kind !== Kind.object && node.kind !== Kind.array) continue;
    edits.push(...trailingComma(document, node));
    stack.push(childrenOf(node));
  }
  const reading = readingOf(strings);
  for (const [i, string] of strings.entries()) {
    if (i % yieldEvery === 0) yield;
    edits.push({ from: string.from, to: string.to, insert: jsonOfForeign(string, reading) });
  }
  return edits.sort(byOffset);
}

/** The name and the value of a node, as far as they are strings in other quotes. */
function stringsOf({ text }: Document, node: Node): StringAt[] {
  const ranges = [node.key, node.kind === Kind.string ? node : null];
  return ranges.flatMap((range) => {
    if (range === null || (range.flags & Flag.unquoted) === 0) return [];
    const { from, to } = range;
    const string = foreignString(sliceText(text, from, to));
    return string === null ? [] : [{ ...string, from, to }];
  });
}

/** Writes the name and the value of a node as JSON, as far as they are words of another language. */
function wordsOf({ text }: Document, { key, kind, from, to }: Node): Edit[] {
  const edits: Edit[] = [];
  const name = key !== null && (key.flags & Flag.unquoted) !== 0 ? sliceText(text, key.from, key.to) : '"';
  // A name that ends with a quote lacks only the other.
  if (!name.endsWith('"') && foreignString(name) === null)
    edits.push({ from: key!.from, to: key!.to, insert: quoted(name) });
  const value = kind === Kind.invalid ? wordAsJson(sliceText(text, from, to)) : null;
  if (value !== null) edits.push({ from, to, insert: value });
  return edits;
}

/** White space around a colon that is examined. */
const maxGap = 200;

/** Replaces another mark between a name and its value. */
function colonOf({ text }: Document, { key, from }: Node): Edit[] {
  if (key === null || from - key.to > maxGap) return [];
  const [, blank, mark] = /^(\s*)(=>?|：)/.exec(sliceText(text, key.to, from)) ?? [];
  // White space before a colon is unusual in JSON.
  return mark === undefined ? [] : [{ from: key.to, to: key.to + blank!.length + mark.length, insert: ':' }];
}

function wordAsJson(word: string): string | null {
  if (word === 'undefined') return 'null';
  const value = pythonLiterals[word] ?? valueOfPrinted(word);
  return value === null && beginsAsPrinted(word) ? JSON.stringify(word) : value;
}

/** Inserts a comma that is missing between a member and the next one. */
function missingComma(document: Document, node: Node): Edit[] {
  const { parent, index, kind, to } = node;
  const behind = isUnclosed(node) || kind === Kind.key ? null : tokenBehind(document, to);
  if (parent === null || behind === null || behind.type === Token.comma) return [];
  const next = childAt(parent, index + 1);
  return next !== null && (next.key ?? next).from === behind.from ? [insert(to, ',')] : [];
}

/** Whether a container has no closing bracket: the comma behind its last member may be its own. */
function isUnclosed({ kind, flags }: Node): boolean {
  return (kind === Kind.object || kind === Kind.array) && (flags & Flag.broken) !== 0;
}

/** Removes a comma after the last member. */
function trailingComma(document: Document, container: Node): Edit[] {
  const last = childAt(container, childCount(container) - 1);
  if (last === null || isUnclosed(last)) return [];
  const { type, from, to } = tokenBehind(document, last.to);
  if (type !== Token.comma) return [];
  const next = tokenBehind(document, to).type;
  return next === Token.closeObject || next === Token.closeArray ? [remove(from, to)] : [];
}

/** Whether a fix changes only strings whose meaning is certain, and names that are words. */
export function isCertain({ text }: Document, { problem, edits }: ProblemEdits): boolean {
  const { from, to } = problem;
  const isName = problem.fix?.errorKind === SyntaxErrorKind.unquotedKey && to - from <= maxStringLength;
  // Quotes in a wrong encoding look like letters: `â€œroleâ€`.
  if (isName && !/^[\p{L}\p{N}_$.-]+$/u.test(sliceText(text, from, to))) return false;
  return edits.every(({ from, to }) => {
    const string = foreignString(sliceText(text, from, to));
    return string === null || isUnambiguous(string);
  });
}
