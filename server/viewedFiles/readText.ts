import type { FileHandle } from 'node:fs/promises';
import type { Mark } from '../core/streaming/items/marks';
import { carriageReturn, lineFeed } from '../core/text/characters';
import { type Chunk, chunkOf } from '../core/text/chunks';
import type { Decoder } from '../core/text/decoder';
import type { Position } from '../core/text/text';
import { Utf8Decoder } from '../core/text/utf8';

const blockLength = 2 ** 18;

/** A part of a file's text, and the position where it begins. */
export interface ReadText {
  readonly chunks: readonly Chunk[];
  readonly at: Position;
}

/** Reads the code units `[from, to)` of a file in UTF-8, from a `mark` before them on. Shorter if the file is. */
export async function readText(
  file: FileHandle,
  { from, to }: { readonly from: number; readonly to: number },
  { mark, kernel }: { readonly mark: Mark; readonly kernel: Decoder | null },
): Promise<ReadText> {
  const decoder = new Utf8Decoder({ isAtStart: mark.bytes === 0, kernel });
  const chunks: Chunk[] = [];
  let { units, line, lineFrom } = mark;
  let isAfterReturn = false;
  const take = (chunk: Chunk): void => {
    const { length } = chunk.units;
    for (const start of chunk.lineStarts) {
      if (units + start > from) break;
      // `\r\n` is one line end.
      if (!(isAfterReturn && start === 1 && chunk.units[0] === lineFeed)) line++;
      lineFrom = units + start;
    }
    isAfterReturn = chunk.units[length - 1] === carriageReturn;
    if (units + length > from && units < to) {
      const inside = chunk.units.subarray(Math.max(0, from - units), Math.min(length, to - units));
      chunks.push(inside.length === length ? chunk : chunkOf(inside));
    }
    units += length;
  };
  const block = Buffer.allocUnsafe(blockLength);
  for (let bytes = mark.bytes; units < to; ) {
    const { bytesRead } = await file.read(block, 0, block.length, bytes);
    if (bytesRead === 0) break;
    decoder.decode(block.subarray(0, bytesRead)).forEach(take);
    bytes += bytesRead;
  }
  decoder.end().forEach(take);
  return { chunks, at: { line, character: from - lineFrom } };
}
