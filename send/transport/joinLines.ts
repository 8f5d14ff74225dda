const [tab, lineFeed, carriageReturn, space] = [9, 10, 13, 32] as const;

/**
 * Joins the values of JSON Lines: each line without the white space around it, and a separator between two. The lines
 * must be values: a line that is not blank counts as one.
 */
export class LineJoiner {
  /** Number of lines so far that are not blank. */
  count = 0;
  private readonly separator: Uint8Array;
  private isInValue = false;
  /** White space that ends the line, unless more follows. */
  private held: Uint8Array[] = [];

  constructor(separator: string) {
    this.separator = new TextEncoder().encode(separator);
  }

  /** The next bytes, joined. The parts are valid as long as `block` is. */
  *add(block: Buffer): Generator<Uint8Array> {
    let [feed, carriage] = [block.indexOf(lineFeed), block.indexOf(carriageReturn)];
    for (let from = 0; from < block.length; ) {
      const ends = [feed, carriage].filter((at) => at >= 0);
      const to = ends.length === 0 ? block.length : Math.min(...ends);
      yield* this.addToLine(block.subarray(from, to));
      if (to < block.length) this.endLine();
      if (to === feed) feed = block.indexOf(lineFeed, to + 1);
      else if (to === carriage) carriage = block.indexOf(carriageReturn, to + 1);
      from = to + 1;
    }
  }

  private *addToLine(text: Uint8Array): Generator<Uint8Array> {
    const to = endOf(text);
    const from = this.isInValue || to === 0 ? 0 : startOf(text);
    if (to > 0) {
      if (!this.isInValue && this.count++ > 0) yield this.separator;
      yield* this.held;
      yield text.subarray(from, to);
      this.held = [];
      this.isInValue = true;
    }
    // Copied, because the block is used again.
    if (this.isInValue && to < text.length) this.held.push(Uint8Array.from(text.subarray(to)));
  }

  private endLine(): void {
    this.isInValue = false;
    this.held = [];
  }
}

/** The offset after the last byte that is not white space; 0 if there is none. */
function endOf(text: Uint8Array): number {
  let to = text.length;
  while (to > 0 && isBlank(text[to - 1]!)) to--;
  return to;
}

function startOf(text: Uint8Array): number {
  let from = 0;
  while (isBlank(text[from]!)) from++;
  return from;
}

function isBlank(byte: number): boolean {
  return byte === space || byte === tab;
}

/** Bytes of a chunk that is put together from small parts. */
const chunkSize = 1 << 18;

/** Copies parts of any size into chunks of one size, in two buffers by turns. */
export class Packer {
  private buffer = new Uint8Array(chunkSize);
  private other = new Uint8Array(chunkSize);
  private length = 0;

  *add(part: Uint8Array): Generator<Uint8Array> {
    for (let from = 0; from < part.length; ) {
      const piece = part.subarray(from, from + chunkSize - this.length);
      this.buffer.set(piece, this.length);
      this.length += piece.length;
      from += piece.length;
      if (this.length === chunkSize) yield* this.end();
    }
  }

  /** The bytes that do not fill a chunk. */
  *end(): Generator<Uint8Array> {
    const { buffer, length } = this;
    if (length === 0) return;
    this.length = 0;
    [this.buffer, this.other] = [this.other, buffer];
    yield buffer.subarray(0, length);
  }
}
