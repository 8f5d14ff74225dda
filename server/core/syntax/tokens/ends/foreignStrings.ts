import { backslash, quote } from '../../../text/characters';
import { type CharacterSource, standsAt } from '../characterSource';
import { type Closing, EndSearch } from './endSearch';
import { type ForeignMark, foreignMarkAt, foreignMarks } from './foreignMarks';

/** Finds the ends of strings in foreign marks: “…”, `…`, \"…\" or &quot;…&quot;. */
export class ForeignStrings {
  private readonly source: CharacterSource;
  private readonly isPlausible: (end: number) => boolean;
  /** By index of the mark. */
  private readonly searches: (EndSearch | undefined)[] = foreignMarks.map(() => undefined);

  /** `isPlausible` returns whether a string can end at an offset. */
  constructor(source: CharacterSource, isPlausible: (end: number) => boolean) {
    this.source = source;
    this.isPlausible = isPlausible;
  }

  /** The end of such a string that begins at an offset, or -1; may be `interrupted` after about `units` code units. */
  endOf(start: number, units: number): number {
    const mark = foreignMarkAt(this.source, start);
    return mark === null ? -1 : this.searchFor(mark).next(start + mark.opening.length, units);
  }

  private searchFor(mark: ForeignMark): EndSearch {
    const { source, searches } = this;
    return (searches[mark.index] ??= new EndSearch(source, closingIn(source, mark), this.isPlausible));
  }
}

function closingIn(source: CharacterSource, { opening, closings }: ForeignMark): Closing {
  if (opening === '\\"') return closingOfEscaped(source);
  const units = closings.map((text) => text.charCodeAt(0));
  return {
    endOf: (at, c) => {
      const closing = units.includes(c) ? closings.find((text) => standsAt(source, at, text)) : undefined;
      return closing === undefined ? -1 : at + closing.length;
    },
    lengthOfEscape: () => 2,
  };
}

/** In JSON that is escaped as in a string, a backslash is two, and no quote is without one. */
function closingOfEscaped(source: CharacterSource): Closing {
  return {
    endOf: (at, c) => (c === backslash && source.peek(at + 1) === quote ? at + 2 : -1),
    lengthOfEscape: (at) =>
      source.peek(at + 1) !== backslash ? 2 : source.peek(at + 2) === backslash ? 4 : 3,
    excludes: (at, c) => c === quote && source.peek(at - 1) !== backslash,
  };
}
