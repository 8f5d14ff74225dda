import type { FileHandle } from 'node:fs/promises';
import type { ItemIndex } from '../core/streaming/items/itemIndex';
import type { FindQuery } from '../viewProtocol/find';

/** Whether bytes of a file may contain a match; true if in doubt. */
export type Screen = (bytes: Buffer) => boolean;

/** A query without characters that JSON may write as short escapes: in a file it stands as it is, or in `\u` escapes. */
const plain = /^[ !#-.0-[\]-~]+$/;
/** Escapes of such characters, and of the two others that are letters of ASCII in another case. */
const escaped = /\\u(00[2-7]|212a|017f)/i;
const otherLetters = [Buffer.from('\u212a'), Buffer.from('\u017f')];
/** Characters of a query that are looked for: at each byte, as many may have to be compared. */
const maxSought = 40;

/** A quick search in bytes that leaves out most of a file; null if the query needs a look at each text. */
export function screenFor({ text, isExpression, isCaseSensitive }: FindQuery): Screen | null {
  if (isExpression || !plain.test(text)) return null;
  const sought = text.slice(0, maxSought);
  const anyCase = new RegExp(sought.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'i');
  const holds: Screen = isCaseSensitive
    ? (bytes) => bytes.includes(sought)
    : (bytes) =>
        anyCase.test(bytes.toString('latin1')) || otherLetters.some((letter) => bytes.includes(letter));
  return (bytes) => holds(bytes) || (bytes.includes('\\u') && escaped.test(bytes.toString('latin1')));
}

const blockLength = 2 ** 20;
/** Bytes that a step of a search leaves out at most, so that it can be cancelled. */
const maxSkipped = 2 ** 26;

/** The first trajectory from one on, and before another, whose part of the file may contain a match; else the last one. */
export async function screened(
  file: FileHandle,
  index: ItemIndex,
  {
    from,
    to,
    screen,
    overlap,
  }: { readonly from: number; readonly to: number; readonly screen: Screen; readonly overlap: number },
): Promise<number> {
  const [start, last] = [index.placeOf(from), index.placeOf(Math.min(to, index.trajectories) - 1)];
  if (start === null || last === null) return from;
  const block = Buffer.allocUnsafe(blockLength + overlap);
  let { bytes } = index.markBefore(start.from);
  for (const stop = bytes + maxSkipped; bytes < stop; bytes += blockLength) {
    const { bytesRead } = await file.read(block, 0, block.length, bytes);
    if (bytesRead === 0 || screen(block.subarray(0, bytesRead))) break;
  }
  const found = index.firstFrom(index.markAtByte(bytes).units);
  return Math.max(from, Math.min(found, Math.min(to, index.trajectories) - 1));
}
