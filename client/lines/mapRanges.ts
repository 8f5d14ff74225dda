import type { Range } from '../../server/protocol';
import { smallestChange } from './smallestChange';

/**
 * Maps ranges of a text to another text that differs in its white space (RFC 8259 §2) and in at most one other place.
 * Null for a range in that place. White space in strings is the same in both, so counting the other characters leads to
 * the same place.
 */
export function mapRanges(text: string, other: string, ranges: readonly Range[]): readonly (Range | null)[] {
  const [own, its] = [inked(text), inked(other)];
  const change = smallestChange(own.ink, its.ink);
  const end = change?.to ?? own.ink.length;
  const shift = its.ink.length - own.ink.length;
  return ranges.map(({ from, to }) => {
    const first = countBefore(own.offsets, from);
    const last = countBefore(own.offsets, to) - 1;
    const isBefore = change === null || last < change.from;
    if (last < first || !(isBefore || first >= end)) return null;
    const moved = isBefore ? 0 : shift;
    return { from: its.offsets[first + moved]!, to: its.offsets[last + moved]! + 1 };
  });
}

/** A text without white space, and the offset of each remaining code unit. */
function inked(text: string): { readonly ink: string; readonly offsets: Int32Array } {
  const offsets = new Int32Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== 32 && unit !== 9 && unit !== 10 && unit !== 13) offsets[count++] = at;
  }
  return { ink: text.replace(/[ \t\r\n]+/g, ''), offsets: offsets.subarray(0, count) };
}

/** Number of values in a sorted array that are smaller than `value`. */
function countBefore(sorted: Int32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
