import type { CharacterSource } from '../characterSource';
import { Expected } from '../expected';
import { isRestOfItem, isRestOfName, lengthWithoutEnd, maxNameLength, nameBefore } from './unclosedStrings';

/** A string, from its opening quote to the offset after the next quote. */
interface StringToNextQuote {
  readonly start: number;
  readonly end: number;
}

/** Whether a colon or a comma is missing between two adjacent quotes, of which the first ends a string. */
export function isBetweenTokens(
  source: CharacterSource,
  expected: Expected,
  { start, end }: StringToNextQuote,
): boolean {
  source.see(end + maxNameLength);
  const behind = source.read(end + 1, end + maxNameLength);
  // In `"reward"": 1` the second quote is extra.
  if (expected === Expected.name) return end - start < maxNameLength && !/^\s*:/.test(behind);
  if (expected === Expected.item && end - start > 2 && isRestOfItem(behind)) return true;
  return isRestOfName(behind);
}

/** The real end of a string if the next quote in fact opens the next name or its value; else -1. */
export function earlierEnd(
  source: CharacterSource,
  expected: Expected,
  { start, end }: StringToNextQuote,
): number {
  if (expected === Expected.name) {
    const name = nameBefore(source.read(start + 1, Math.min(end, start + maxNameLength)));
    if (name > 0) return start + 1 + name;
  }
  source.see(end + maxNameLength);
  if (!isRestOfName(source.read(end, end + maxNameLength))) return -1;
  const content = source.read(start + 1, end - 1);
  const length = lengthWithoutEnd(content.length, (at) => content.slice(at), true);
  return length === content.trimEnd().length ? -1 : start + 1 + length;
}
