/** A replaced stretch of text, in UTF-16 code units, as it was when the change happened. */
export interface Edit {
  readonly offset: number;
  readonly removed: number;
  readonly inserted: number;
}

export interface OffsetRange {
  readonly from: number;
  readonly to: number;
}

/** Where a range stands after some edits, or null when one of them touched it. */
export function moveRange(range: OffsetRange, edits: readonly Edit[]): OffsetRange | null {
  let { from, to } = range;
  for (const edit of edits) {
    const end = edit.offset + edit.removed;
    if (end < from || (end === from && edit.removed > 0 && edit.inserted === 0)) {
      const shift = edit.inserted - edit.removed;
      from += shift;
      to += shift;
    } else if (edit.offset <= to) {
      return null;
    }
  }
  return { from, to };
}
