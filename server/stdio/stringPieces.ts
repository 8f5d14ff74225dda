/** Bytes of the longest escape, and of the longest character. */
const maxEscapeLength = 6;
const maxCharacterLength = 4;
/** The least byte of a character of several bytes, and the least that begins one. */
const firstOfMany = 0x80;
const firstByte = 0xc0;

/** A JSON string that is parsed in pieces while its bytes arrive. */
export class StringPieces {
  private readonly pieces: string[] = [];

  /**
   * Parses bytes of the content, up to a place that is not inside of an escape or a character, and returns how many.
   * `escapeAt` is the offset of the last escape, negative if there is none. Throws like `JSON.parse`.
   */
  read(bytes: Buffer, escapeAt: number): number {
    let end = bytes.length;
    if (escapeAt >= 0 && end - escapeAt < maxEscapeLength) end = escapeAt;
    else if (bytes[end - 1]! >= firstOfMany) {
      const tail = bytes.subarray(-maxCharacterLength);
      end -=
        tail.length -
        Math.max(
          0,
          tail.findLastIndex((byte) => byte >= firstByte),
        );
    }
    this.add(bytes.subarray(0, end));
    return end;
  }

  /** The string, which ends with these bytes. */
  end(bytes: Buffer): string {
    this.add(bytes);
    return this.pieces.join('');
  }

  private add(bytes: Buffer): void {
    this.pieces.push(JSON.parse(`"${bytes.toString('utf8')}"`) as string);
  }
}
