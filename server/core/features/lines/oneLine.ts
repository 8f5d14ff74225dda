import type { Range } from '../../text/range';
import { lineEnd, lineStart, positionAt, sliceText, type Text } from '../../text/text';
import type { Work } from '../../work';
import { StringBuilder, stringOfLong } from '../longStrings';

/** Lines joined between two yields. */
const yieldEvery = 500;
/** A longer line is read in steps. */
const maxAtOnce = 500_000;

export function isOnOneLine(text: Text, { from, to }: Range): boolean {
  return positionAt(text, from).line === positionAt(text, to).line;
}

/**
 * Joins a range, whose line breaks are all between tokens, on one line: line breaks and the white space around them are
 * removed or become one space, as Python's `json.dumps` writes it.
 */
export function* joinOnOneLine(text: Text, { from, to }: Range): Work<string> {
  const pieces = new StringBuilder();
  let before: string | null = null;
  const last = positionAt(text, to).line;
  for (let line = positionAt(text, from).line; line <= last; line++) {
    if (line % yieldEvery === 0) yield;
    const range = { from: Math.max(from, lineStart(text, line)), to: Math.min(to, lineEnd(text, line)) };
    const piece = withoutBlanks(yield* textOfLine(text, range));
    if (piece === '') continue;
    pieces.push(before === null ? '' : gap(before, piece), piece);
    before = piece;
  }
  return pieces.toString();
}

function* textOfLine(text: Text, range: Range): Work<string> {
  const isShort = range.to - range.from < maxAtOnce;
  return isShort ? sliceText(text, range.from, range.to) : yield* stringOfLong(text, range);
}

/** The separator of two joined lines. */
function gap(before: string, after: string): string {
  return /[[{]$/.test(before.slice(-1)) || /^[\]},:]/.test(after) ? '' : ' ';
}

/** Removes spaces and tabs at both ends; `trim` would also remove characters that are not white space in JSON. */
function withoutBlanks(line: string): string {
  let from = 0;
  let to = line.length;
  while (from < to && isBlank(line, from)) from++;
  while (to > from && isBlank(line, to - 1)) to--;
  return line.slice(from, to);
}

function isBlank(line: string, at: number): boolean {
  return line[at] === ' ' || line[at] === '\t';
}
