import { isContainer, type Node } from '../syntax/nodes/node';
import { SyntaxErrorKind } from '../syntax/syntaxErrors';
import { Scanner } from '../syntax/tokens/scanner';
import { Flag, Token } from '../syntax/tokens/token';
import { comma } from '../text/characters';
import { charAt, positionAt, sliceText, type Text } from '../text/text';
import type { LineFacts, LinesFacts } from './lineFacts';

/** Code units read to find the end of a value. */
const maxValueLength = 65_536;

/** For a long value it is unknown whether others follow. */
export type ValuesOverLines = 'one value' | 'several values' | 'a long value';

/**
 * Whether JSON Lines are in fact JSON values over several lines each. A line being typed is not closed either, but then
 * the next line is a value of its own, and the brackets do not match across lines.
 */
export function valuesOverLines(text: Text, { count, first }: LinesFacts): ValuesOverLines | null {
  const [one, next] = first();
  if (one === undefined || !isContainer(one)) return null;
  if (!one.isBroken) return isPrinted(text, one) ? wholeValues(next) : null;
  if (count < 3 || next === undefined) return null;
  const { end, readTo, hasSyntaxError } = endOfValue(text, one.from);
  if (end === 'none' || positionAt(text, readTo).line === positionAt(text, one.from).line) return null;
  // With a syntax error, the brackets may match by chance: the next line must not look like a value of its own.
  if (hasSyntaxError && (beginsLine(text, next) || next.isWholeLine())) return null;
  if (end === 'far') return next.isWholeLine() ? null : 'a long value';
  return firstBehind(text, readTo) === null ? 'one value' : 'several values';
}

/** Whether a value was printed over several lines; not only its strings have line breaks. */
function isPrinted(text: Text, { from, lineBreaks }: LineFacts): boolean {
  return lineBreaks > 1 && !endOfValue(text, from).hasLineBreak;
}

/** What lines are whose first value is printed over several lines: one among others is only a mistake. */
function wholeValues(next: LineFacts | undefined): ValuesOverLines | null {
  if (next === undefined) return 'one value';
  return next.lineBreaks > 1 && !next.isBroken ? 'several values' : null;
}

/** Whether a container begins a line, without white space before it. */
function beginsLine(text: Text, line: LineFacts): boolean {
  return isContainer(line) && positionAt(text, line.from).character === 0;
}

/** How a document contains more than one value. */
export type Several = 'lines' | 'values' | 'items';

/**
 * How other values follow the value of a document: on lines of their own, without anything between them, or after commas;
 * null if none do.
 */
export function severalValues(text: Text, value: Node): Several | null {
  if (!isContainer(value) || (value.flags & Flag.broken) !== 0) return null;
  const next = firstBehind(text, value.to);
  if (next === null) return null;
  const isItem = charAt(text, next) === comma;
  const second = isItem ? firstBehind(text, next + 1) : next;
  if (
    second === null ||
    !/^(\{\s*["}]|\[\s*[[{"\]])/.test(sliceText(text, second, Math.min(second + 200, text.length)))
  )
    return null;
  // In a document of ours with a wrong bracket, what is left after the root is another kind of value.
  const name = firstNameAt(text, value.from);
  const isAlike = name === firstNameAt(text, second);
  if (isItem) return isAlike ? 'items' : null;
  const line = positionAt(text, value.to).line;
  if (positionAt(text, second).line === line) return isAlike && name !== undefined ? 'values' : null;
  return positionAt(text, value.from).line === line ? 'lines' : 'values';
}

/** The brace and the first name of the object at an offset, or the bracket of an array. */
export function firstNameAt(text: Text, from: number): string | undefined {
  return /^\s*\{\s*("[^"]*")|^\s*\[/
    .exec(sliceText(text, from, Math.min(from + 200, text.length)))?.[0]
    .replace(/\s/g, '');
}

/** The offset of the first character from an offset on that is not white space; null at the end. */
function firstBehind(text: Text, offset: number): number | null {
  for (let at = offset; at < text.length && at < offset + maxValueLength; at++)
    if (!/\s/.test(String.fromCharCode(charAt(text, at)))) return at;
  return null;
}

interface ValueEnd {
  /** Whether the value ends at `readTo`, later, or nowhere: its brackets do not match. */
  readonly end: 'found' | 'far' | 'none';
  readonly readTo: number;
  readonly hasSyntaxError: boolean;
  /** Whether a string has a line break. */
  readonly hasLineBreak: boolean;
}

/** The end of the value at an offset, across line breaks. */
function endOfValue(text: Text, from: number): ValueEnd {
  let hasSyntaxError = false;
  let hasLineBreak = false;
  const report = (errorKind: SyntaxErrorKind): void => {
    hasSyntaxError = true;
    hasLineBreak ||= errorKind === SyntaxErrorKind.lineBreak;
  };
  const scanner = new Scanner(text, { lines: false, report });
  scanner.moveTo(from);
  const open: Token[] = [];
  const ended = (end: ValueEnd['end']): ValueEnd => ({
    end,
    readTo: scanner.to,
    hasSyntaxError,
    hasLineBreak,
  });
  do {
    const token = scanner.next();
    if (token === Token.end) return ended('none');
    // Python's `None`, or anything else that is not JSON.
    if (token === Token.word) hasSyntaxError = true;
    if (token === Token.openObject || token === Token.openArray) open.push(token);
    if (token !== Token.closeObject && token !== Token.closeArray) continue;
    const opened = token === Token.closeObject ? Token.openObject : Token.openArray;
    if (open.pop() !== opened) return ended('none');
  } while (open.length > 0 && scanner.to - from < maxValueLength);
  return ended(open.length === 0 ? 'found' : 'far');
}
