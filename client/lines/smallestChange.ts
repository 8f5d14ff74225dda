/** The part in which two lines differ: offsets of the old one, and what stands there in the new one. */
export interface LineDifference {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/**
 * What must be replaced to make one line of another, so that marks beside it stay; null when nothing. Offsets
 * are UTF-16 code units and never fall between the halves of a surrogate pair.
 */
export function smallestChange(before: string, after: string): LineDifference | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before.charCodeAt(head) === after.charCodeAt(head)) head++;
  if (splitsPair(before, head) || splitsPair(after, head)) head--;
  let tail = 0;
  const fromEnd = (text: string) => text.charCodeAt(text.length - 1 - tail);
  while (tail < shorter - head && fromEnd(before) === fromEnd(after)) tail++;
  if (splitsPair(before, before.length - tail) || splitsPair(after, after.length - tail)) tail--;
  return { from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) };
}

function splitsPair(text: string, offset: number): boolean {
  return isBetween(text.charCodeAt(offset - 1), 0xd800) && isBetween(text.charCodeAt(offset), 0xdc00);
}

/** Whether a code unit is in the block of 1,024 surrogates that begins at `first`. */
function isBetween(unit: number, first: number): boolean {
  return unit >= first && unit < first + 0x400;
}
