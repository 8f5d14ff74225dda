import { chunkAt, sliceText, type Text } from '../../../text/text';

/** Reads and compares code units of a text without a string for each piece. */
export class Units {
  private text: Text | null = null;
  /** The chunk that was read last, and its offset. */
  private chunk: Uint16Array = new Uint16Array(0);
  private base = 0;

  /** Starts reading another text. */
  enter(text: Text): void {
    if (text === this.text) return;
    this.text = text;
    this.chunk = new Uint16Array(0);
  }

  at(offset: number): number {
    const index = offset - this.base;
    if (index >= 0 && index < this.chunk.length) return this.chunk[index]!;
    const text = this.text!;
    const found = chunkAt(text, offset);
    this.chunk = text.chunks[found]!.units;
    this.base = text.starts[found]!;
    return this.chunk[offset - this.base]!;
  }

  /** Whether the text from an offset on is that of `[start, end)` in an array. */
  areAt(offset: number, units: Uint16Array, { start, end }: { start: number; end: number }): boolean {
    for (let i = start; i < end; i++) if (this.at(offset + i - start) !== units[i]) return false;
    return true;
  }

  /** The text of a range. */
  slice(from: number, to: number): string {
    return sliceText(this.text!, from, to);
  }

  /** Copies `[from, to)` to an index of an array. */
  copy(from: number, to: number, into: Uint16Array, index: number): void {
    for (let at = from; at < to; at++) into[index + at - from] = this.at(at);
  }
}
