import { ampersand, backslash, backtick, firstNonAscii, quote, space } from '../../../text/characters';
import { type CharacterSource, standsAt } from '../characterSource';
import { maxGuessLength } from './plausible';

/** A way to quote strings that JSON does not have. */
export interface ForeignMark {
  /** Its index in `foreignMarks`. */
  readonly index: number;
  readonly opening: string;
  /** What may close the string. */
  readonly closings: readonly string[];
}

/** Other programs' quotes: of word processors, JavaScript, JSON in a string, and HTML. */
export const foreignMarks: readonly ForeignMark[] = (
  [
    ['“', '”', '“'],
    ['”', '”'],
    ['„', '“', '”'],
    ['«', '»'],
    ['»', '«', '»'],
    ['‘', '’', '‘'],
    ['’', '’'],
    ['‚', '‘', '’'],
    ['＂', '＂'],
    ['`', '`'],
    ['\\"', '\\"'],
    ['&quot;', '&quot;'],
    ['&#34;', '&#34;'],
    ['&#x22;', '&#x22;'],
  ] as const
).map(([opening, ...closings], index) => ({ index, opening, closings }));

/** By the first code unit. */
const byUnit = new Map<number, readonly ForeignMark[]>();
for (const mark of foreignMarks) {
  const unit = mark.opening.charCodeAt(0);
  byUnit.set(unit, [...(byUnit.get(unit) ?? []), mark]);
}

/** Opens or closes a block of Markdown. */
const fence = '```';

/** The mark that opens a string at an offset, or null. */
export function foreignMarkAt(source: CharacterSource, at: number): ForeignMark | null {
  const unit = source.peek(at);
  if (unit < firstNonAscii && unit !== backslash && unit !== backtick && unit !== ampersand) return null;
  if (unit === backtick && standsAt(source, at, fence)) return null;
  return byUnit.get(unit)?.find(({ opening }) => standsAt(source, at, opening)) ?? null;
}

/** Whether a code unit is the first of an opening mark. */
export function mayOpenForeign(unit: number): boolean {
  return byUnit.has(unit);
}

/** The mark that opens a token, or null. */
export function foreignMarkOf(token: string): ForeignMark | null {
  return byUnit.get(token.charCodeAt(0))?.find(({ opening }) => token.startsWith(opening)) ?? null;
}

/** ASCII characters of a name: `[\w-]`. */
const isInName = Uint8Array.from({ length: firstNonAscii }, (_, c) =>
  /[\w-]/.test(String.fromCharCode(c)) ? 1 : 0,
);

/**
 * Whether `isForeignMark` has to look at a mark: one of ASCII has a name in quotes after it. A line may have a million
 * such marks, and reading the text after each takes long.
 */
export function mayBeForeignMark(source: CharacterSource, at: number): boolean {
  if (source.peek(at) >= firstNonAscii) return true;
  const stop = at + maxGuessLength;
  let next = at + 1;
  while (next < stop && source.peek(next) <= space) next++;
  if (source.peek(next) !== quote) return source.peek(next) >= firstNonAscii;
  const from = ++next;
  while (next < stop && isInName[source.peek(next)] === 1) next++;
  return next > from && next < stop && source.peek(next) === quote;
}
