import { chunkAt, type Text } from '../../text/text';
import type { Work } from '../../work';
import type { Value } from '../reading/values';

/** A hash of a value's text: the same for equal texts, and rarely for different ones. */
export function* fingerprintOf(text: Text, { from, to }: Value): Work<number> {
  let sum = to - from;
  for (let index = chunkAt(text, from); index < text.chunks.length; index++) {
    const start = text.starts[index]!;
    if (start >= to) break;
    const { units } = text.chunks[index]!;
    const end = Math.min(units.length, to - start);
    for (let i = Math.max(0, from - start); i < end; i++) sum = Math.imul(sum ^ units[i]!, 0x01000193);
    if (start + end < to) yield;
  }
  return sum;
}
