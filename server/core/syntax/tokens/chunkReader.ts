import { carriageReturn, lineFeed } from '../../text/characters';
import { stringOfUnits } from '../../text/chunks';
import { chunkAt, noUnit, sliceText, type Text } from '../../text/text';
import type { CharacterSource } from './characterSource';
import { SearchedRanges } from './searchedRanges';
import { isDigit, isInLine } from './unitKinds';

/** Reads a text, which is in chunks, at any offset. Cheap near the last access. */
export class ChunkReader implements CharacterSource {
  /** One past the last code unit that influenced the tokens so far (the end counts as one). */
  seen = 0;
  protected readonly text: Text;
  /** The last chunk that was read, and its offset. */
  private window: Uint16Array = new Uint16Array(0);
  private base = 0;
  /** Ranges without a line break, except at the last offset: a line may have many offsets to ask for. */
  private readonly inLine = new SearchedRanges({});

  constructor(text: Text) {
    this.text = text;
  }

  /** The code unit at an offset; `noUnit` at the end. */
  peek(at: number): number {
    const i = at - this.base;
    return i >= 0 && i < this.window.length ? this.window[i]! : this.peekAfar(at);
  }

  private peekAfar(at: number): number {
    if (at >= this.text.length) return noUnit;
    const chunk = chunkAt(this.text, at);
    this.window = this.text.chunks[chunk]!.units;
    this.base = this.text.starts[chunk]!;
    return this.window[at - this.base]!;
  }

  read(from: number, to: number): string {
    const start = from - this.base;
    const end = to - this.base;
    if (start >= 0 && end <= this.window.length) return stringOfUnits(this.window, start, end);
    return sliceText(this.text, from, Math.min(to, this.text.length));
  }

  see(offset: number): void {
    if (offset > this.seen) this.seen = offset;
  }

  /** Skips code units of a kind, up to the end of the chunk or a limit: the hot loop. */
  runOf(kind: Uint8Array, start: number, limit = Number.POSITIVE_INFINITY): number {
    const w = this.window;
    const length = Math.min(w.length, limit - this.base);
    let i = start - this.base;
    if (i < 0) return start;
    while (i < length && kind[w[i]!] === 1) i++;
    return i + this.base;
  }

  /** Skips code units of a kind over chunks, up to a limit. */
  endOfRun(start: number, kind: Uint8Array, limit: number): number {
    let at = start;
    for (let c = this.peek(at); c !== noUnit && kind[c] === 1 && at < limit; c = this.peek(at))
      at = this.runOf(kind, at, limit);
    return Math.min(at, limit);
  }

  /** The offset after the digits that begin at an offset. */
  afterDigits(start: number, limit: number): number {
    return this.endOfRun(start, isDigit, limit);
  }

  /** The offset of the next line end, or `limit` if it is farther away. */
  endOfLine(from: number, limit = Number.POSITIVE_INFINITY): number {
    const range = this.inLine.around(from);
    const at = this.endOfRun(Math.max(from, range.to - 1), isInLine, limit);
    range.to = Math.max(range.to, at + 1);
    this.see(at + 1);
    return at;
  }

  /** Whether a line, or the text, ends at an offset. */
  endsLine(at: number): boolean {
    const c = this.peek(at);
    return c === noUnit || c === lineFeed || c === carriageReturn;
  }

  /** The offset after the line break at an offset. */
  afterLineBreak(at: number): number {
    return this.peek(at) === carriageReturn && this.peek(at + 1) === lineFeed ? at + 2 : at + 1;
  }
}
