import { chunkAt, type Text } from '../../text/text';
import type { Value } from '../reading/values';

/** Code units read at the start and at the end of a long value. Reading more would block for too long. */
const maxReadLength = 1_000_000;

/** A hash of a value's text: the same for equal texts, and rarely for different ones. */
export function fingerprintOf(text: Text, { from, to }: Value): number {
  const length = to - from;
  if (length <= 2 * maxReadLength) return mixed(length, text, from, to);
  const start = mixed(length, text, from, from + maxReadLength);
  return mixed(start, text, to - maxReadLength, to);
}

function mixed(fingerprint: number, text: Text, from: number, to: number): number {
  const { chunks, starts } = text;
  let sum = fingerprint;
  for (let index = chunkAt(text, from); index < chunks.length; index++) {
    const start = starts[index]!;
    if (start >= to) break;
    const { units } = chunks[index]!;
    const end = Math.min(units.length, to - start);
    for (let i = Math.max(0, from - start); i < end; i++) sum = Math.imul(sum ^ units[i]!, 0x01000193);
  }
  return sum;
}
