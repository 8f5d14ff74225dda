import { sliceText, type Text } from '../../text/text';
import type { Value } from '../reading/values';

/** Code units read at the start and at the end of a long value. */
const maxReadLength = 500;

/** A hash of a value's text: the same for equal texts, and rarely for different ones. */
export function fingerprintOf(text: Text, { from, to }: Value): number {
  if (to - from <= 2 * maxReadLength) return mixed(to - from, sliceText(text, from, to));
  return mixed(
    mixed(to - from, sliceText(text, from, from + maxReadLength)),
    sliceText(text, to - maxReadLength, to),
  );
}

function mixed(fingerprint: number, text: string): number {
  let sum = fingerprint;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return sum;
}
