import type { FileHandle } from 'node:fs/promises';
import type { Mark } from '../core/streaming/items/marks';
import { carriageReturn, lineFeed } from '../core/text/characters';
import { type Chunk, chunkOf } from '../core/text/chunks';
import type { Decoder } from '../core/text/decoder';
import type { Range } from '../core/text/range';
import type { Position } from '../core/text/text';
import { Utf8Decoder } from '../core/text/utf8';

const blockLength = 2 ** 18;

/** A part of a file's text, and the position where it begins. */
export interface ReadText {
  readonly chunks: readonly Chunk[];
  readonly at: Position;
}

/** Ranges with less than this between them are read in one go. */
const maxBetween = blockLength;

interface TextsOptions {
  /** The last known place of the file before an offset. */
  readonly markBefore: (offset: number) => Mark;
  readonly kernel: Decoder | null;
}

/** Reads ranges of code units of a file in UTF-8, which are in order. They are shorter if the file is. */
export async function readTexts(
  file: FileHandle,
  ranges: readonly Range[],
  options: TextsOptions,
): Promise<ReadText[]> {
  const texts: ReadText[] = [];
  for (let first = 0, end = 1; first < ranges.length; first = end, end++) {
    while (end < ranges.length && ranges[end]!.from - ranges[end - 1]!.to < maxBetween) end++;
    for (const text of await readTogether(file, ranges.slice(first, end), options)) texts.push(text);
  }
  return texts;
}

/** Reads the file from the place before the first range to the end of the last one. */
async function readTogether(
  file: FileHandle,
  ranges: readonly Range[],
  { markBefore, kernel }: TextsOptions,
): Promise<readonly ReadText[]> {
  const mark = markBefore(ranges[0]!.from);
  const decoder = new Utf8Decoder({ isAtStart: mark.bytes === 0, kernel });
  const texts = new TextList(ranges, mark);
  const block = Buffer.allocUnsafe(blockLength);
  for (let bytes = mark.bytes; !texts.isComplete; ) {
    const { bytesRead } = await file.read(block, 0, block.length, bytes);
    if (bytesRead === 0) break;
    for (const chunk of decoder.decode(block.subarray(0, bytesRead))) texts.add(chunk);
    bytes += bytesRead;
  }
  for (const chunk of decoder.end()) texts.add(chunk);
  return texts.take();
}

/** Takes ranges out of a text that is decoded chunk by chunk. */
class TextList {
  private readonly texts: { chunks: Chunk[]; at: Position }[] = [];
  /** The first range that may go on. */
  private current = 0;
  /** Code units before the next chunk, and the line that they end in. */
  private units: number;
  private line: number;
  private lineFrom: number;
  private isAfterReturn = false;
  private readonly ranges: readonly Range[];

  constructor(ranges: readonly Range[], { units, line, lineFrom }: Mark) {
    this.ranges = ranges;
    [this.units, this.line, this.lineFrom] = [units, line, lineFrom];
  }

  get isComplete(): boolean {
    return this.current >= this.ranges.length;
  }

  add(chunk: Chunk): void {
    const { units } = this;
    const end = units + chunk.units.length;
    let passed = 0;
    for (let i = this.current; i < this.ranges.length && this.ranges[i]!.from < end; i++) {
      const { from, to } = this.ranges[i]!;
      passed = this.passLines(chunk, passed, from);
      this.begin(i);
      const inside = chunk.units.subarray(
        Math.max(0, from - units),
        Math.min(chunk.units.length, to - units),
      );
      this.texts[i]!.chunks.push(inside.length === chunk.units.length ? chunk : chunkOf(inside));
      if (to <= end) this.current = i + 1;
    }
    this.passLines(chunk, passed, end);
    this.isAfterReturn = chunk.units[chunk.units.length - 1] === carriageReturn;
    this.units = end;
  }

  take(): readonly ReadText[] {
    for (const i of this.ranges.keys()) this.begin(i);
    return this.texts;
  }

  private begin(index: number): void {
    const { line, lineFrom } = this;
    this.texts[index] ??= { chunks: [], at: { line, character: this.ranges[index]!.from - lineFrom } };
  }

  /** Counts the lines that begin up to an offset, from the index `first` on; returns the index of the next one. */
  private passLines({ units, lineStarts }: Chunk, first: number, offset: number): number {
    let next = first;
    for (; next < lineStarts.length && this.units + lineStarts[next]! <= offset; next++) {
      const start = lineStarts[next]!;
      // `\r\n` is one line end.
      if (!(this.isAfterReturn && start === 1 && units[0] === lineFeed)) this.line++;
      this.lineFrom = this.units + start;
    }
    return next;
  }
}
