import type { Document } from '../../../document';
import type { Problem } from '../../../schema/problem';
import { nodeAt } from '../../../syntax/nodes/nodeAt';
import { Flag } from '../../../syntax/tokens/token';
import { Kind } from '../../../syntax/tree/nodeKind';
import { lineEndOf } from '../../../text/lineEnds';
import { type Edit, lineEnd, lineStart, positionAt, sliceText } from '../../../text/text';
import type { Work } from '../../../work';
import { isLines } from '../../cursorContext';
import { valuesIn } from '../../lines/valueRanges';
import { textOfLong } from '../../longStrings';
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

/** Moves the values after the first one on a line of JSON Lines to lines of their own, without the commas between them. */
export function* fixSecond(document: Document, problem: Problem): Work<QuickFix[]> {
  const { text } = document;
  const { from } = problem;
  const behind = sliceText(text, from, Math.min(from + maxSearch, text.length));
  // Programs that join lines wrongly write the two characters of an escape; an interrupted write leaves zero bytes.
  const gap = /^(?:[,\s\0]|\\[nr])*/.exec(behind)![0];
  const isNext = /^[{[]/.test(behind.slice(gap.length));
  if (isNext && !/[\n\r]/.test(gap)) return [yield* onOwnLines(document, problem, from + gap.length)];
  const extra = /^[\]},]+/.exec(behind)?.[0] ?? '';
  if (extra !== '')
    return [replacement(problem, `Remove ${shown(extra)}`, remove(from, from + extra.length))];
  const value = nodeAt(document.tree, Math.max(0, from - 1));
  if (behind.startsWith(':') && value.kind === Kind.string)
    return [replacement(problem, 'Insert the missing {', insert(value.from, '{'))];
  const end = lineEnd(text, positionAt(text, from).line);
  return [replacement(problem, 'Remove the rest of the line', remove(from, end), false)];
}

/** Maximum values that are put on lines of their own. */
const maxSeparated = 100_000;

/** Begins a new line before the value at `start`, and before each one that follows it on the line. */
function* onOwnLines({ text }: Document, problem: Problem, start: number): Work<QuickFix> {
  const newLine = lineEndOf(text);
  const first: Edit = { from: problem.from, to: start, insert: newLine };
  const rest = sliceText(text, start, lineEnd(text, positionAt(text, start).line));
  const others: Edit[] = [];
  let end = 0;
  for (const value of valuesIn(yield* textOfLong(rest))) {
    if (others.length === maxSeparated) break;
    if (value === null) yield;
    else if (!/^(?:[,\s\0]|\\[nr])*$/.test(rest.slice(end, value.from))) break;
    else {
      if (end > 0) others.push({ from: start + end, to: start + value.from, insert: newLine });
      end = value.to;
    }
  }
  const title = others.length === 0 ? 'Begin a new line' : 'Put each value on a line of its own';
  return { title, code: problem.code, edits: [first, ...others], isPreferred: true };
}

/** Code units before and after a problem in which the next value is looked for. */
const maxApart = 1000;

/** Maximum places that are tried. */
const maxPlaces = 5;

/**
 * A truncated value with the next one right behind it, as a program leaves them that was interrupted and started again.
 * Begins a new line where the beginning of the line is repeated and no value is expected: inside a value, there may be
 * objects like it. Of several such places, verifying finds the best. What follows a whole value is a problem of its own.
 */
export function fixNextBehind(document: Document, problem: Problem): QuickFix[] {
  if (!isLines(document)) return [];
  const { text } = document;
  const { line } = positionAt(text, problem.from);
  const [start, end] = [lineStart(text, line), lineEnd(text, line)];
  const beginning = /^\{\s*"[^"\\]+"\s*:/.exec(sliceText(text, start, Math.min(end, start + 200)))?.[0];
  if (beginning === undefined) return [];
  const value = nodeAt(document.tree, start);
  const last = (value.flags & Flag.broken) === 0 ? value.to : end;
  const from = Math.max(start + 1, problem.from - maxApart);
  const around = sliceText(text, from, Math.min(last, problem.from + maxApart));
  const fixes: QuickFix[] = [];
  for (let at = around.indexOf(beginning); at >= 0; at = around.indexOf(beginning, at + 1)) {
    const isInValue = /[[,:]\s*$/.test(around.slice(Math.max(0, at - 100), at));
    if (!isInValue) fixes.push(replacement(problem, 'Begin a new line', insert(from + at, lineEndOf(text))));
  }
  return fixes.slice(0, maxPlaces);
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
