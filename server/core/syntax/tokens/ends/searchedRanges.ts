/** A range of offsets from which a search gives the same result. */
export interface Searched {
  readonly from: number;
  /** One past the last offset. */
  to: number;
}

/** Ranges remembered at a time: more than the tokens that are read ahead, each of which may end far away. */
const maxRanges = 32;
/** Shorter ranges are searched again, rather than remembered. */
const minLength = 64;

/** The last ranges that were searched, several because tokens are read ahead: searches far apart take turns. */
export class SearchedRanges<Range extends Searched> {
  /** The one used last in front. */
  private readonly ranges: Range[] = [];
  private readonly begin: (from: number) => Range;

  constructor(begin: (from: number) => Range) {
    this.begin = begin;
  }

  /** The range with an offset, or null. */
  find(at: number): Range | null {
    const { ranges } = this;
    for (let i = 0; i < ranges.length; i++) {
      const range = ranges[i]!;
      if (at < range.from || at >= range.to) continue;
      if (i > 0) ranges.unshift(ranges.splice(i, 1)[0]!);
      return range;
    }
    return null;
  }

  /** The range with an offset, or a new one that begins there. */
  around(at: number): Range {
    const { ranges } = this;
    const known = this.find(at);
    if (known !== null) return known;
    const last = ranges[0];
    if (last !== undefined && last.to - last.from < minLength) ranges.shift();
    if (ranges.unshift(this.begin(at)) > maxRanges) ranges.pop();
    return ranges[0]!;
  }
}
