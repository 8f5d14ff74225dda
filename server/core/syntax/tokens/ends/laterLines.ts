import {
  closeBrace,
  closeBracket,
  colon,
  comma,
  openBrace,
  openBracket,
  quote,
} from '../../../text/characters';
import { isLineEnd } from '../../../text/lineEnds';
import { noUnit } from '../../../text/text';
import type { CharacterSource } from '../characterSource';
import { isBlank } from '../unitKinds';

/** Code units of a string on a line of its own. */
const maxItemLength = 200;

/**
 * Whether a quote opens a name or a string of its own at the start of its line, perhaps after brackets: then the quote
 * of the string before it is missing.
 */
export function opensToken(source: CharacterSource, mark: number): boolean {
  let before = mark - 1;
  while (isBlank(source.peek(before)) || isOpening(source.peek(before))) before--;
  if (!isLineEnd(source.peek(before))) return false;
  const stop = mark + maxItemLength;
  let end = mark + 1;
  while (end < stop && source.peek(end) !== quote && !isOver(source.peek(end))) end++;
  let next = end + 1;
  while (next < stop && isBlank(source.peek(next))) next++;
  source.see(next + 1);
  const c = source.peek(next);
  return end < stop && source.peek(end) === quote && (next >= stop || isOver(c) || isSeparator(c));
}

function isOver(c: number): boolean {
  return isLineEnd(c) || c === noUnit;
}

function isSeparator(c: number): boolean {
  return c === colon || c === comma || c === closeBrace || c === closeBracket;
}

/**
 * Whether a line end, and blank lines after it up to an offset, are followed by what may follow a string: in JSON Lines
 * also by the bracket of the next value, as by the end of the text.
 */
export function isBeforeStructure(
  source: CharacterSource,
  { from, stop, isLines }: { readonly from: number; readonly stop: number; readonly isLines: boolean },
): boolean {
  let next = from;
  while (next < stop && (isLineEnd(source.peek(next)) || isBlank(source.peek(next)))) next++;
  source.see(next + 1);
  const c = source.peek(next);
  if (isLines && isLineEnd(source.peek(next - 1)) && (c === openBrace || c === openBracket)) return true;
  return c === noUnit || c === comma || c === closeBrace || c === closeBracket || c === quote;
}

function isOpening(c: number): boolean {
  return c === openBrace || c === openBracket || c === comma;
}
