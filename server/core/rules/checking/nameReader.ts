import { backslash, letterU } from '../../text/characters';
import { hexOf, shortEscapes } from '../../text/escapes';
import { chunkAt, type Text } from '../../text/text';

/**
 * Reads the names of an object as code units, without a string for each: an object may have a million names, and each is
 * hashed and compared.
 */
export class NameReader {
  private readonly text: Text;
  /** The chunk that was read last, and its offset. */
  private window: Uint16Array = new Uint16Array(0);
  private base = 0;

  constructor(text: Text) {
    this.text = text;
  }

  /**
   * Writes the code units between two quotes, at `from` and at `to - 1`, with their escapes decoded. `into` has room for
   * all, and the escapes are valid. Returns the number of code units.
   */
  read(from: number, to: number, into: Uint16Array): number {
    let length = 0;
    for (let at = from + 1; at < to - 1; at++) {
      let unit = this.unitAt(at);
      if (unit === backslash) {
        const kind = this.unitAt(++at);
        unit = kind === letterU ? this.hexAt(at + 1) : shortEscapes.get(kind)!;
        if (kind === letterU) at += 4;
      }
      into[length++] = unit;
    }
    return length;
  }

  private hexAt(from: number): number {
    let value = 0;
    for (let i = 0; i < 4; i++) value = value * 16 + hexOf(this.unitAt(from + i));
    return value;
  }

  private unitAt(at: number): number {
    const i = at - this.base;
    if (i >= 0 && i < this.window.length) return this.window[i]!;
    const chunk = chunkAt(this.text, at);
    this.window = this.text.chunks[chunk]!.units;
    this.base = this.text.starts[chunk]!;
    return this.window[at - this.base]!;
  }
}
