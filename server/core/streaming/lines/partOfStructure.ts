import type { ConflictSearch } from '../../detection/formats/mergeConflicts';
import type { LineFacts } from '../../detection/lineFacts';
import type { Range } from '../../text/range';
import { stringOf } from '../../text/text';
import type { EmptySearch } from '../emptySearch';
import type { LineStructure } from '../lineStructure';
import type { PlacedProblem } from '../placed';
import type { ExcerptAt } from '../slidingText';
import type { ConflictsOfPart, EmptyPart, FirstLine, LinesPart } from './linesPart';

/** The structure of a part of lines as plain data. */
export function partOfStructure(
  structure: LineStructure,
): Pick<
  LinesPart,
  'sums' | 'count' | 'first' | 'conflicts' | 'deep' | 'depth' | 'lines' | 'groups' | 'head'
> {
  const { sums, count, first, deep, depth, lines, groups, headText, searches } = structure;
  return {
    sums,
    count,
    first: first.map((line) => plainLine(line, structure.placeOf(line.from))),
    conflicts: searches.map((search, i) => plainConflicts(search, structure.conflictPlaces[i])),
    deep: deep === null ? null : { from: deep, place: structure.placeOf(deep) },
    depth,
    lines: plainSearch(lines),
    groups: groups === null ? null : { ...plainSearch(groups.search), range: groups.range },
    head: stringOf(headText),
  };
}

function plainLine(line: LineFacts, place: ExcerptAt): FirstLine {
  const { from, kind, isBroken, lineBreaks } = line;
  const item = line.firstItem();
  return {
    from,
    place,
    kind,
    isBroken,
    lineBreaks,
    holdsJson: line.holdsJson(),
    isTable: line.isTable(),
    keys: [...line.keys()],
    keysOfArrays: [...line.keysOfArrays()],
    keysOfItems: [...line.keysOfItems()],
    firstItem: item === null ? null : [...item.keys],
    inside: line.inside(),
    isWholeLine: line.isWholeLine(),
  };
}

function plainConflicts(
  { count, first, begun, come }: ConflictSearch,
  known: { readonly from: number; readonly place: ExcerptAt } | undefined,
): ConflictsOfPart {
  const withPlace = (range: Range | null): ConflictsOfPart['first'] =>
    range === null ? null : { ...range, place: known?.from === range.from ? known.place : null };
  return { count, first: withPlace(first), begun: withPlace(begun), come };
}

function plainSearch({ problem, isOver, isAtArray }: EmptySearch<PlacedProblem>): EmptyPart {
  return { problem, isOver, isAtArray };
}
