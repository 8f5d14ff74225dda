import { visible } from '../../server/core/features/visible';
import type { Excerpt } from '../check/excerpt';
import type { Paint } from '../terminal/colours';
import { charactersOf, textWidth } from '../terminal/width';

/** Columns used even if the terminal is narrower. */
const minWidth = 40;
const ellipsis = '…';

interface Cell {
  readonly shown: string;
  readonly width: number;
  /** Whether it belongs to the marked range. */
  readonly isMarked: boolean;
}

/**
 * A line shortened around its problem, and a line with carets below the problem. Control characters of the document are
 * escaped; a tab is shown as one space, so that the carets line up.
 */
export function excerptLines(excerpt: Excerpt, width: number, paint: Paint): readonly [string, string] {
  const cells = cellsOf(excerpt);
  const found = cells.findIndex(({ isMarked }) => isMarked);
  // The problem may be past the last character, as at the end of a text.
  const first = found < 0 ? cells.length : found;
  const room = Math.max(width, minWidth) - 2 * ellipsis.length;
  const { from, to } = windowAround(cells, first, room);
  const shownCells = cells.slice(from, to);
  const isCutBefore = excerpt.isCutBefore || from > 0;
  const isCutAfter = excerpt.isCutAfter || to < cells.length;
  const [head, tail] = [isCutBefore ? ellipsis : '', isCutAfter ? ellipsis : ''];
  const line = shownCells.map(({ shown }) => shown).join('');
  const before = sum(shownCells.slice(0, first - from));
  const marked = sum(shownCells.filter(({ isMarked }) => isMarked));
  const carets = '^'.repeat(Math.max(1, marked));
  return [`${head}${line}${tail}`.trimEnd(), `${' '.repeat(head.length + before)}${paint('red', carets)}`];
}

function cellsOf({ text, from, length }: Excerpt): Cell[] {
  const end = from + Math.max(length, 1);
  const cells: Cell[] = [];
  for (const { text: character, at, width } of charactersOf(text)) {
    const shown = character === '\t' ? ' ' : visible(character);
    const columns = shown === character ? width : textWidth(shown);
    cells.push({ shown, width: columns, isMarked: at < end && at + character.length > from });
  }
  // Leave out the indentation.
  const indent = cells.findIndex(({ shown, isMarked }) => shown !== ' ' || isMarked);
  return indent > 0 ? cells.slice(indent) : cells;
}

/** The cells that fit: up to a third of the room before the problem, the rest for the problem and what follows. */
function windowAround(
  cells: readonly Cell[],
  first: number,
  room: number,
): { readonly from: number; readonly to: number } {
  let from = first;
  let used = 0;
  const fits = (i: number, limit: number): boolean => i >= 0 && used + cells[i]!.width <= limit;
  while (fits(from - 1, room / 3)) used += cells[--from]!.width;
  let to = first;
  while (to < cells.length && fits(to, room)) used += cells[to++]!.width;
  // Near the end of a line, use the remaining room before the problem.
  while (fits(from - 1, room)) used += cells[--from]!.width;
  return { from, to };
}

function sum(cells: readonly Cell[]): number {
  return cells.reduce((columns, { width }) => columns + width, 0);
}
