import type { Held } from '../core/detection/lineSums';
import type { Engine } from '../core/engine';
import { LinesCheck } from '../core/streaming/lines/checkLines';
import type { LinesOptions } from '../core/streaming/lines/linesOptions';
import type { LinesPart } from '../core/streaming/lines/linesPart';
import type { StreamOptions } from '../core/streaming/streamOptions';
import { type InvalidByte, Utf8Decoder } from '../core/text/utf8';
import { type ByteRange, readRange } from './ranges';

/** What was found in a range of a file. The range ends at a byte that is not UTF-8; its line counts from the range. */
export interface CheckedRange {
  readonly part: LinesPart;
  readonly invalid: InvalidByte | null;
}

/** A range of a file of JSON Lines to be checked. */
export interface RangeTask {
  readonly path: string;
  readonly range: ByteRange;
  /** What the lines before it hold. */
  readonly held: Held | null;
  /** Severities of which the lines before it have as many problems as are listed. */
  readonly full?: readonly boolean[];
  readonly options: StreamOptions;
}

/** Checks a range of a file. `onBytes` is called with numbers of bytes that were checked. */
export function checkRange(
  engine: Engine,
  { path, range, held, full = [], options }: RangeTask,
  onBytes: (count: number) => void = () => undefined,
): CheckedRange {
  const check = new LinesCheck(engine, { ...options, before: { held, bytes: range.from, full } });
  const decoder = new Utf8Decoder({
    isAtStart: range.from === 0,
    kernel: engine.analyzer().decoder,
    pool: check.pool,
  });
  readRange(path, range, (bytes) => {
    for (const chunk of decoder.decode(bytes)) check.write(chunk);
    onBytes(bytes.length);
    return decoder.invalid === null;
  });
  for (const chunk of decoder.end()) check.write(chunk);
  return { part: check.endOfPart(), invalid: decoder.invalid };
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
  if (options.kind !== undefined || offset === 0) return null;
  const how: LinesOptions = { ...options, hints: false, limit: 1, window: smallWindow };
  const check = new LinesCheck(engine, how);
  const decoder = new Utf8Decoder({ kernel: engine.analyzer().decoder, pool: check.pool });
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
