/** Where two lines differ: a range of the old one and its replacement. */
export interface LineDifference {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/**
 * The smallest replacement that turns one line into the other, so that marks around it stay; null when they are equal.
 * Offsets are UTF-16 code units and never split a surrogate pair.
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
