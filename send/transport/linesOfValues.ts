import { createReadStream } from 'node:fs';

/**
 * The lines, counted from zero, of values of a file of JSON Lines by their indexes. Values that it no longer has are
 * missing; so are all if it cannot be read.
 */
export async function linesOfValues(
  path: string,
  indexes: Iterable<number>,
): Promise<ReadonlyMap<number, number>> {
  const wanted = new Set(indexes);
  const lines = new Map<number, number>();
  if (wanted.size === 0) return lines;
  const scan = new ValueScan((index, line) => {
    if (wanted.has(index)) lines.set(index, line);
  });
  try {
    for await (const block of createReadStream(path) as AsyncIterable<Buffer>) {
      scan.add(block);
      if (lines.size === wanted.size) break;
    }
  } catch (error) {
    // The file may be gone since it was sent. The errors are told without lines.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
  return lines;
}

const byteOrderMark = [0xef, 0xbb, 0xbf];

/** Counts values and lines: the first byte of a line that is not white space begins a value. */
class ValueScan {
  /** Bytes of the byte order mark that have come. */
  private marks = 0;
  private index = 0;
  private line = 0;
  private isBlank = true;
  private isAfterReturn = false;
  private readonly onValue: (index: number, line: number) => void;

  constructor(onValue: (index: number, line: number) => void) {
    this.onValue = onValue;
  }

  add(block: Uint8Array): void {
    for (const byte of block) {
      if (byte === byteOrderMark[this.marks]) {
        this.marks++;
        continue;
      }
      // A mark is only at the beginning of a file.
      this.marks = byteOrderMark.length;
      if (byte === 13 || byte === 10) {
        if (byte === 13 || !this.isAfterReturn) this.line++;
        this.isBlank = true;
      } else if (this.isBlank && byte !== 32 && byte !== 9) {
        this.isBlank = false;
        this.onValue(this.index++, this.line);
      }
      this.isAfterReturn = byte === 13;
    }
  }
}
