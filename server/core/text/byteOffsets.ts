/**
 * Finds where offsets of a text are in its bytes. `offsets` are UTF-16 code units, in ascending order; the bytes are
 * valid UTF-8 without a byte order mark.
 */
export class ByteOffsets {
  /** The offsets in bytes, as far as they are known. */
  readonly found: number[] = [];
  private readonly offsets: readonly number[];
  private units = 0;
  private bytes = 0;

  constructor(offsets: readonly number[]) {
    this.offsets = offsets;
  }

  /** Adds the next bytes. */
  add(bytes: Uint8Array): void {
    let { units } = this;
    let wanted = this.offsets[this.found.length] ?? Number.POSITIVE_INFINITY;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if ((byte & 0xc0) === 0x80) continue;
      while (units >= wanted) {
        this.found.push(this.bytes + at);
        wanted = this.offsets[this.found.length] ?? Number.POSITIVE_INFINITY;
      }
      units += byte >= 0xf0 ? 2 : 1;
    }
    this.units = units;
    this.bytes += bytes.length;
  }

  /** Ends the text: all other offsets are at its end. */
  end(): readonly number[] {
    while (this.found.length < this.offsets.length) this.found.push(this.bytes);
    return this.found;
  }
}
