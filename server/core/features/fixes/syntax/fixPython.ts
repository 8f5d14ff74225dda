import type { Document } from '../../../document';
import type { Problem } from '../../../schema/problem';
import { pythonLiterals } from '../../../syntax/syntaxErrors';
import { beginsAsPrinted } from '../../../syntax/tokens/printedValues';
import { pythonString } from '../../../syntax/tokens/pythonStrings';
import { Kind } from '../../../syntax/tree/nodeKind';
import { childrenOf, type Node } from '../../../syntax/tree/nodes';
import { quote } from '../../../text/characters';
import type { Range } from '../../../text/range';
import { charAt, type Edit, sliceText } from '../../../text/text';
import type { Work } from '../../../work';
import { type FixTarget, type QuickFix, replacement } from '../fix';
import { valueOfPrinted } from './fixPrinted';
import { escapeOf, foreignEscape, maxStringLength } from './fixStrings';

/** Fixes a single-quoted string. If it is the first in its container, fixes all Python notation there. */
export function* fixSingleQuotes(
  { text }: Document,
  problem: Problem,
  { node }: FixTarget,
): Work<QuickFix[]> {
  const { from, to } = problem;
  if (to - from > maxStringLength) return [];
  const container = containerOfFirst(node);
  const isShort = container !== null && container.to - container.from <= maxStringLength;
  const found = isShort ? yield* editsIn(text, container) : null;
  const edits = found ?? [inDoubleQuotes(text, problem)];
  if (edits.length === 1) return [replacement(problem, 'Use double quotes', edits[0]!)];
  const kind = container?.kind === Kind.array ? 'array' : 'object';
  return [{ title: `Convert this ${kind} to JSON`, code: problem.code, edits, isPreferred: true }];
}

/** Fixes a string with a prefix or in three quotes. */
export function fixPythonString({ text }: Document, problem: Problem): QuickFix[] {
  if (problem.to - problem.from > maxStringLength) return [];
  return [replacement(problem, 'Convert to a JSON string', inDoubleQuotes(text, problem))];
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

/** The edits that turn a container into JSON, in order; null if there are too many. */
function* editsIn(text: Document['text'], container: Node): Work<Edit[] | null> {
  const edits: Edit[] = [];
  const stack = [childrenOf(container)];
  for (let count = 1; stack.length > 0; count++) {
    if (count % yieldEvery === 0) yield;
    if (edits.length > maxEdits) return null;
    const { done, value: node } = stack[stack.length - 1]!.next();
    if (done === true) {
      stack.pop();
      continue;
    }
    if (node.key !== null && isOfPython(text, node.key)) edits.push(inDoubleQuotes(text, node.key));
    if (node.kind === Kind.string && isOfPython(text, node)) edits.push(inDoubleQuotes(text, node));
    const written = node.kind === Kind.invalid ? wordAsJson(sliceText(text, node.from, node.to)) : null;
    if (written !== null) edits.push({ from: node.from, to: node.to, insert: written });
    if (node.kind === Kind.object || node.kind === Kind.array) stack.push(childrenOf(node));
  }
  return edits;
}

function isOfPython(text: Document['text'], { from, to }: Range): boolean {
  const first = charAt(text, from);
  if (first === quote && charAt(text, from + 1) !== quote) return false;
  return pythonString(sliceText(text, from, to)) !== null;
}

function wordAsJson(word: string): string | null {
  const value = pythonLiterals[word] ?? valueOfPrinted(word);
  return value === null && beginsAsPrinted(word) ? JSON.stringify(word) : value;
}

function inDoubleQuotes(text: Document['text'], { from, to }: Range): Edit {
  const { isRaw, content } = pythonString(sliceText(text, from, to))!;
  const lines = content.replace(/\r\n?/g, '\n');
  const json = isRaw ? escapeOf(lines) : asJson(lines.replace(/\\\n/g, ''));
  return { from, to, insert: `"${json}"` };
}

/** Converts the content of a Python string to that of a JSON string. */
function asJson(content: string): string {
  return content.replace(
    /\\u[0-9a-fA-F]{4}|\\["\\/bfnrt]|\\x[0-9a-fA-F]{2}|\\.|["\\\u0000-\u001f]/gs,
    (found) => {
      if (found === '"') return '\\"';
      if (found === '\\') return '\\\\';
      if (found.length === 1) return escapeOf(found);
      const meant = foreignEscape(found);
      if (meant !== null) return meant.json;
      return /^\\(u....|["\\/bfnrt])$/.test(found) ? found : `\\\\${found.slice(1)}`;
    },
  );
}
