import type { Range } from 'vscode-languageserver';
import type { Position } from '../../core/text/text';
import type { ContentChange } from './contentChanges';

/** A replaced range of a text, and where the inserted text ends. */
export interface Replacement extends Range {
  readonly newEnd: Position;
}

/** A change as a replacement; null if it replaces the whole text. */
export function replacementOf({ range, text }: ContentChange): Replacement | null {
  // A text of megabytes comes in chunks: it counts as another text.
  if (range === undefined || typeof text !== 'string') return null;
  const lines = text.split(/\r\n|\n|\r/);
  const last = lines[lines.length - 1]!.length;
  const { line, character } = range.start;
  const newEnd = { line: line + lines.length - 1, character: lines.length === 1 ? character + last : last };
  return { ...range, newEnd };
}

/** Where a position is after the replacements, each in the text after the one before: behind what was inserted there. */
export function positionAfter(position: Position, replacements: readonly Replacement[]): Position {
  let at = position;
  for (const { start, end, newEnd } of replacements)
    if (!isBefore(at, start)) at = isBefore(at, end) ? newEnd : moved(at, end, newEnd);
  return at;
}

/** The range of the text before the replacements that became a range after them. */
export function rangeBefore(range: Range, replacements: readonly Replacement[]): Range {
  let { start: from, end: to } = range;
  for (const { start, end, newEnd } of replacements.toReversed()) {
    if (isBefore(start, from)) from = isBefore(from, newEnd) ? start : moved(from, newEnd, end);
    if (isBefore(start, to)) to = isBefore(to, newEnd) ? end : moved(to, newEnd, end);
  }
  return { start: from, end: to };
}

/** A position at or behind `from`, moved as `from` is moved to `to`. */
function moved({ line, character }: Position, from: Position, to: Position): Position {
  const isSameLine = line === from.line;
  return {
    line: line - from.line + to.line,
    character: isSameLine ? character - from.character + to.character : character,
  };
}

function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}
