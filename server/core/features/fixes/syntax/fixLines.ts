import type { Document } from '../../../document';
import type { Problem } from '../../../schema/problem';
import { nodeAt } from '../../../syntax/nodes/nodeAt';
import { Kind } from '../../../syntax/tree/nodeKind';
import { lineEnd, lineStart, positionAt, sliceText } from '../../../text/text';
import { insert, type QuickFix, remove, replacement, shown, withoutLine } from '../fix';
import { endBefore } from './brackets/fixBrackets';

/** Code units of a line in which JSON is looked for. */
const maxSearch = 100_000;

/**
 * Text after the one value. Brackets and commas are extra. A colon after a string shows that an object was meant. Signs
 * and control characters are no loss; anything else may be worth keeping.
 */
export function fixRest({ text, tree }: Document, problem: Problem): QuickFix[] {
  const { from } = problem;
  const behind = sliceText(text, from, Math.min(from + 1000, text.length));
  const rest = /^[\]},\s]+/.exec(behind)?.[0].trimEnd() ?? '';
  if (rest !== '') return [replacement(problem, `Remove ${shown(rest)}`, remove(from, from + rest.length))];
  const value = nodeAt(tree, Math.max(0, from - 1));
  if (behind.startsWith(':') && value.kind === Kind.string)
    return [replacement(problem, 'Insert the missing {', insert(value.from, '{'))];
  const isNoLoss = text.length - from < 1000 && !/[\p{L}\p{N}"'{[]/u.test(behind);
  const end =
    text.length - /\s*$/.exec(sliceText(text, Math.max(from, text.length - 100), text.length))![0].length;
  const count = end - from;
  const title =
    count === 1 ? 'Remove the last character' : `Remove the last ${count.toLocaleString('en')} characters`;
  return [replacement(problem, title, remove(from, end), isNoLoss)];
}

/**
 * Text before the value, and after it if that is no JSON. A single character or signs are a slip of a finger; more may be
 * worth keeping.
 */
export function fixTextBefore({ text, tree }: Document, problem: Problem): QuickFix[] {
  const { from, to } = problem;
  const before = sliceText(text, from, to);
  const bracket = to + /^\s*/.exec(sliceText(text, to, Math.min(to + 200, text.length)))![0].length;
  const value = nodeAt(tree, bracket);
  const isInLines = value.parent?.kind === Kind.lines;
  const end = isInLines ? lineEnd(text, positionAt(text, value.to).line) : text.length;
  const behind = sliceText(text, value.to, Math.min(value.to + 1000, end)).trimEnd();
  const isNoLoss = before.length === 1 || !/[\p{L}\p{N}"]/u.test(before + behind);
  // What follows may be another value.
  if (value.from !== bracket || end > value.to + 1000 || /^$|["{[]/.test(behind))
    return [replacement(problem, `Remove ${shown(before)}`, remove(from, bracket), isNoLoss)];
  const edits = [remove(from, bracket), remove(value.to, value.to + behind.length)];
  return [{ title: 'Remove the text around the value', code: problem.code, edits, isPreferred: isNoLoss }];
}

/** Moves a second value on a line of JSON Lines to a new line, without the comma between them. */
export function fixSecond(document: Document, problem: Problem): QuickFix[] {
  const { text } = document;
  const { from } = problem;
  const behind = sliceText(text, from, Math.min(from + 1000, text.length));
  // Programs that join lines wrongly write the two characters of an escape.
  const gap = /^(?:[,\s]|\\[nr])*/.exec(behind)![0];
  const isNext = /^[{[]/.test(behind.slice(gap.length));
  if (isNext && !/[\n\r]/.test(gap))
    return [replacement(problem, 'Begin a new line', { from, to: from + gap.length, insert: '\n' })];
  const extra = /^[\]},]+/.exec(behind)?.[0] ?? '';
  if (extra !== '')
    return [replacement(problem, `Remove ${shown(extra)}`, remove(from, from + extra.length))];
  const value = nodeAt(document.tree, Math.max(0, from - 1));
  if (behind.startsWith(':') && value.kind === Kind.string)
    return [replacement(problem, 'Insert the missing {', insert(value.from, '{'))];
  const end = lineEnd(text, positionAt(text, from).line);
  return [replacement(problem, 'Remove the rest of the line', remove(from, end), false)];
}

/** A line that begins like a log message: JSON in it may be the value of the line. */
export function fixLogLine(document: Document, problem: Problem): QuickFix[] {
  const start = lineStart(document.text, positionAt(document.text, problem.from).line);
  if (endBefore(document, problem.from) > start)
    return [replacement(problem, 'Remove the message', remove(problem.from, problem.to))];
  const value = withoutTextBefore(document, problem);
  return value === null
    ? [withoutLine(document, problem)]
    : [value, notPreferred(withoutLine(document, problem))];
}

/** Words in place of a line's value. */
export function textInLine(document: Document, problem: Problem): QuickFix[] {
  const value = withoutTextBefore(document, problem);
  return [...(value === null ? [] : [value]), notPreferred(withoutLine(document, problem))];
}

function notPreferred(fix: QuickFix): QuickFix {
  return { ...fix, isPreferred: false };
}

/** Removes the text before an object that takes up the rest of the line; null if there is none. */
function withoutTextBefore({ text }: Document, problem: Problem): QuickFix | null {
  const { line } = positionAt(text, problem.from);
  const [start, end] = [lineStart(text, line), lineEnd(text, line)];
  const at = sliceText(text, start, Math.min(end, start + maxSearch)).search(/\{\s*["}]/);
  const last = sliceText(text, Math.max(start, end - 100), end).trimEnd();
  if (at <= 0 || !last.endsWith('}')) return null;
  return replacement(problem, 'Remove the text before the JSON', remove(start, start + at));
}
