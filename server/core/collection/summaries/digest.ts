import { sliceText, type Text } from '../../text/text';
import type { Value } from '../reading/values';

/** Code units read at the start and at the end of a long value. */
const maxDigestedLength = 500;

/** A hash of a value's text: the same for equal texts, and rarely for different ones. */
export function digestOf(text: Text, { from, to }: Value): number {
  if (to - from <= 2 * maxDigestedLength) return mixed(to - from, sliceText(text, from, to));
  return mixed(
    mixed(to - from, sliceText(text, from, from + maxDigestedLength)),
    sliceText(text, to - maxDigestedLength, to),
  );
}

function mixed(digest: number, text: string): number {
  let sum = digest;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return sum;
}
