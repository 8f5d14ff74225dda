import type { Held } from '../core/detection/lineSums';
import type { Engine } from '../core/engine';
import { LinesCheck, type LinesOptions } from '../core/streaming/checkLines';
import type { LinesPart } from '../core/streaming/linesPart';
import type { StreamOptions } from '../core/streaming/streamOptions';
import { Utf8Decoder } from '../core/text/utf8';
import { type ByteRange, readRange } from './ranges';

/** What was found in a range of a file, and the offset of its first byte that is not UTF-8, or -1. */
export interface CheckedRange {
  readonly part: LinesPart;
  readonly invalidAt: number;
}

/** Checks a range of a file of JSON Lines; `held` is what the lines before it hold. */
export function checkRange(
  engine: Engine,
  path: string,
  {
    range,
    held,
    options,
  }: { readonly range: ByteRange; readonly held: Held | null; readonly options: StreamOptions },
): CheckedRange {
  const check = new LinesCheck(engine, { ...options, before: { held, bytes: range.from } });
  const decoder = new Utf8Decoder({ isAtStart: range.from === 0 });
  readRange(path, range, (bytes) => {
    for (const chunk of decoder.decode(bytes)) check.write(chunk);
    return true;
  });
  for (const chunk of decoder.end()) check.write(chunk);
  const { invalidAt } = decoder;
  return { part: check.endOfPart(), invalidAt: invalidAt < 0 ? -1 : range.from + invalidAt };
}

/** Code units parsed at a time to find out what lines hold: usually the first one tells. */
const smallWindow = 2 ** 16;

/** What the lines before an offset of a file hold; null if that is still open. */
export function heldBefore(
  engine: Engine,
  path: string,
  offset: number,
  options: StreamOptions,
): Held | null {
  if (options.kind !== undefined) return null;
  const how: LinesOptions = { ...options, hints: false, limit: 1, window: smallWindow };
  const check = new LinesCheck(engine, how);
  const decoder = new Utf8Decoder();
  let isOpen = true;
  readRange(path, { from: 0, to: offset }, (bytes) => {
    for (const chunk of decoder.decode(bytes)) check.write(chunk);
    isOpen = check.held !== 'group' && check.held !== 'trajectory';
    return isOpen;
  });
  if (!isOpen) return check.held;
  for (const chunk of decoder.end()) check.write(chunk);
  return check.endOfPart().sums.held;
}
