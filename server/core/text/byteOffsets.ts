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
    const isAligned = bytes.byteOffset % 4 === 0;
    const words = isAligned ? new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2) : noWords;
    let { units } = this;
    let wanted = this.wanted;
    for (let at = 0; at < bytes.length; ) {
      // Most text is ASCII: four bytes are four code units.
      if ((at & 3) === 0 && units + 4 <= wanted && ((words[at >> 2] ?? notAscii) & notAscii) === 0) {
        units += 4;
        at += 4;
        continue;
      }
      const byte = bytes[at]!;
      // Other bytes continue a character.
      if ((byte & 0xc0) !== 0x80) {
        for (; units >= wanted; wanted = this.wanted) this.found.push(this.bytes + at);
        units += byte >= 0xf0 ? 2 : 1;
      }
      at++;
    }
    this.units = units;
    this.bytes += bytes.length;
  }

  /** The next offset to find. */
  private get wanted(): number {
    return this.offsets[this.found.length] ?? Number.POSITIVE_INFINITY;
  }

  /** Ends the text: all other offsets are at its end. */
  end(): readonly number[] {
    while (this.found.length < this.offsets.length) this.found.push(this.bytes);
    return this.found;
  }
}

const noWords = new Uint32Array(0);
/** The bits of four bytes that only bytes of other characters have. */
const notAscii = 0x80808080;
