import type { Range } from '../../server/protocol';

/** A replaced range in UTF-16 code units, relative to the text before the change. */
export interface OffsetChange {
  readonly offset: number;
  readonly removed: number;
  readonly inserted: number;
  /** The inserted text is white space, as formatting inserts it between tokens. */
  readonly isBlank?: boolean;
}

/** Moves a range through edits; null when one of them touched it. White space may touch its ends. */
export function moveRange(range: Range, edits: readonly OffsetChange[]): Range | null {
  let { from, to } = range;
  for (const edit of edits) {
    const end = edit.offset + edit.removed;
    const isBlank = edit.isBlank === true && edit.inserted > 0;
    if (end < from || (end === from && (isBlank || (edit.removed > 0 && edit.inserted === 0)))) {
      const shift = edit.inserted - edit.removed;
      from += shift;
      to += shift;
    } else if (edit.offset < to || (edit.offset === to && !isBlank)) {
      return null;
    }
  }
  return { from, to };
}
