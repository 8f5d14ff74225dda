import type { Range } from '../../server/protocol';
import { smallestChange } from './smallestChange';

/**
 * Where ranges of a text stand in another that differs in its white space (RFC 8259 §2), and maybe in one
 * place more: null for what is not the same there. White space in strings is no other, so counting everything
 * else leads to the same place in both.
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

/** A text without its white space, and the offset of each code unit that is left. */
function inked(text: string): { readonly ink: string; readonly offsets: Int32Array } {
  const offsets = new Int32Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== 32 && unit !== 9 && unit !== 10 && unit !== 13) offsets[count++] = at;
  }
  return { ink: text.replace(/[ \t\r\n]+/g, ''), offsets: offsets.subarray(0, count) };
}

/** How many of some sorted numbers are smaller than a value. */
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
