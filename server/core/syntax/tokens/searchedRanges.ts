/** A range of offsets, for which a search gives the same result if it goes far enough. */
export interface Searched {
  from: number;
  /** One past the last offset. A search that may go on does so there, or at the last offset: as its owner says. */
  to: number;
}

/** Ranges remembered at a time: more than the tokens that are read ahead, each of which may end far away. */
const maxRanges = 32;
/** Shorter ranges are searched again, rather than remembered. */
const minLength = 64;

/**
 * The last ranges that were searched, with what was found: several, because tokens are read ahead, and searches far apart
 * take turns. A range belongs to the caller only until the next call.
 */
export class SearchedRanges<Found extends object> {
  /** The one used last in front. */
  private readonly ranges: (Searched & Found)[] = [];
  private readonly empty: Found;

  /** `empty` is what is found in an empty range. */
  constructor(empty: Found) {
    this.empty = empty;
  }

  /** The range with an offset, or null. */
  find(at: number): (Searched & Found) | null {
    const { ranges } = this;
    for (let i = 0; i < ranges.length; i++) {
      const range = ranges[i]!;
      if (at < range.from || at >= range.to) continue;
      if (i > 0) ranges.unshift(ranges.splice(i, 1)[0]!);
      return range;
    }
    return null;
  }

  /** The range with an offset, or an empty one that begins there. */
  around(at: number): Searched & Found {
    const known = this.find(at);
    if (known !== null) return known;
    const { ranges, empty } = this;
    const last = ranges[0];
    if (last !== undefined && last.to - last.from < minLength)
      return Object.assign(last, empty, { from: at, to: at });
    const range = { from: at, to: at, ...empty };
    if (ranges.unshift(range) > maxRanges) ranges.pop();
    return range;
  }
}
