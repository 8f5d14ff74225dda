/** A range of offsets from which a search gives the same result. */
export interface Searched {
  from: number;
  /** One past the last offset. */
  to: number;
}

/** Ranges remembered at a time: more than the tokens that are read ahead, each of which may end far away. */
const maxRanges = 32;
/** Shorter ranges are searched again, rather than remembered. */
const minLength = 64;

/**
 * The last ranges that were searched, with what was found: several, because tokens are read ahead, and searches far apart
 * take turns.
 */
export class SearchedRanges<Found extends object> {
  /** The one used last in front. */
  private readonly ranges: (Searched & Found)[] = [];
  private readonly nothing: Found;

  /** `nothing` is what is found in a range that is empty. */
  constructor(nothing: Found) {
    this.nothing = nothing;
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
    const { ranges, nothing } = this;
    const last = ranges[0];
    if (last !== undefined && last.to - last.from < minLength)
      return Object.assign(last, nothing, { from: at, to: at });
    const range = { from: at, to: at, ...nothing };
    if (ranges.unshift(range) > maxRanges) ranges.pop();
    return range;
  }
}
