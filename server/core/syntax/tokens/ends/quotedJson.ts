import { openBrace, openBracket, quote } from '../../../text/characters';
import type { CharacterSource } from '../characterSource';
import { isBlank } from '../unitKinds';
import type { StringEnds } from './stringEnds';
import { maxNameLength, nameBefore } from './unclosedStrings';

/**
 * The end of JSON in a string whose own quotes are not escaped, or -1. The string begins at `start`, and the first quote
 * in it ends at `end`: it comes after a bracket of that JSON. `isName` says that a name is expected.
 */
export function endOfQuotedJson(
  source: CharacterSource,
  ends: StringEnds,
  { start, end, isName }: { readonly start: number; readonly end: number; readonly isName: boolean },
): number {
  let bracket = end - 2;
  while (bracket > start && isBlank(source.peek(bracket))) bracket--;
  const c = source.peek(bracket);
  if (bracket <= start || (c !== openBrace && c !== openBracket)) return -1;
  // Without words before it, a quote that was typed before a bracket by mistake looks the same.
  const words = source.read(Math.max(start + 1, bracket - maxNameLength), bracket);
  const isAfterName = isName && nameBefore(words) > 0;
  const isInText = !isAfterName && /^[^{}[\]"]*\p{L}[^{}[\]"]*\s$/u.test(words);
  if (bracket > start + 1 && !isInText) return -1;
  const { end: to, seenTo } = ends.brackets.of(bracket);
  source.see(seenTo);
  if (to < 0 || isInText) return to;
  return source.peek(to) === quote && ends.isPlausible(to + 1) ? to : -1;
}
