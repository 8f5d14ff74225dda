import type { Range } from '../../../server/protocol';

/** A replaced range in UTF-16 code units, relative to the text before the change. */
export interface OffsetChange {
  readonly offset: number;
  readonly removed: number;
  readonly inserted: number;
  /** The inserted text is white space, as formatting inserts it between tokens. */
  readonly isBlank?: boolean;
}

/** Moves a range through edits; null when one of them touched it. White space may come and go at its ends. */
export function moveRange(range: Range, edits: readonly OffsetChange[]): Range | null {
  let { from, to } = range;
  for (const edit of edits) {
    const end = edit.offset + edit.removed;
    const isBlank = edit.inserted === 0 || edit.isBlank === true;
    if (end < from || (end === from && isBlank)) {
      const shift = edit.inserted - edit.removed;
      from += shift;
      to += shift;
    } else if (edit.offset < to || (edit.offset === to && !isBlank)) {
      return null;
    }
  }
  return { from, to };
}
