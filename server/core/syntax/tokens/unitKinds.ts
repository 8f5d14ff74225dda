import {
  backslash,
  carriageReturn,
  firstHigh,
  lastLow,
  lineFeed,
  nine,
  quote,
  replacement,
  space,
  tab,
  zero,
} from '../../text/characters';
import { shortEscapes } from '../../text/escapes';
import { invisibleUnits } from '../invisible';

/** Kinds of code units: 1 for each that is of the kind. */

/** Means only itself in a string. */
export const isPlain = new Uint8Array(0x10000)
  .fill(1)
  .fill(0, 0, space)
  .fill(0, firstHigh, lastLow + 1);
isPlain[quote] = 0;
isPlain[backslash] = 0;
isPlain[replacement] = 0;

/** Is in a word; a slash may begin a comment instead. White space, structure and quotes end it. */
export const isInWord = new Uint8Array(0x10000).fill(1);
for (const c of ' \t\n\r,:;[]{}"\'/') isInWord[c.charCodeAt(0)] = 0;
for (const unit of invisibleUnits) isInWord[unit] = 0;

/** Does not end a line. */
export const isInLine = new Uint8Array(0x10000).fill(1);
isInLine[lineFeed] = 0;
isInLine[carriageReturn] = 0;

/** White space within a line. */
export function isBlank(c: number): boolean {
  return c === space || c === tab;
}

export const isDigit = new Uint8Array(0x10000).fill(1, zero, nine + 1);

/** Is a letter that forms an escape with the backslash before it. */
export const isEscapable = new Uint8Array(0x10000);
for (const letter of shortEscapes.keys()) isEscapable[letter] = 1;
