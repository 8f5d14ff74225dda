/** Text whose bytes are not UTF-8. */
export class NotUtf8 extends Error {
  readonly line: number;
  readonly byte: number;

  constructor(line: number, byte: number) {
    super('not UTF-8');
    this.line = line;
    this.byte = byte;
  }
}

const byteOrderMark = [0xef, 0xbb, 0xbf];

/** Decodes UTF-8 in pieces, strictly: replacement characters would change the user's data. */
export class Utf8Decoder {
  /** Whether the text began with a byte order mark, which is not part of it. */
  hasByteOrderMark = false;
  private readonly decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  private rest: Uint8Array = new Uint8Array(0);
  private isStart = true;
  private lines = 1;

  /** Decodes bytes; those of an incomplete character wait for the next ones. */
  write(bytes: Uint8Array): string {
    let all = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    if (this.isStart) {
      if (
        all.length < byteOrderMark.length &&
        byteOrderMark.slice(0, all.length).every((b, i) => b === all[i])
      ) {
        this.rest = Uint8Array.from(all);
        return '';
      }
      this.isStart = false;
      this.hasByteOrderMark = byteOrderMark.every((byte, i) => byte === all[i]);
      if (this.hasByteOrderMark) all = all.subarray(byteOrderMark.length);
    }
    const end = all.length - incompleteAtEnd(all);
    // Copied, because the caller may reuse its buffer.
    this.rest = Uint8Array.from(all.subarray(end));
    return this.decode(all.subarray(0, end));
  }

  /** The last bytes, which may end within a character. */
  end(): string {
    const text = this.decode(this.rest);
    this.rest = new Uint8Array(0);
    return text;
  }

  private decode(bytes: Uint8Array): string {
    try {
      const text = this.decoder.decode(bytes);
      for (let i = bytes.indexOf(10); i >= 0; i = bytes.indexOf(10, i + 1)) this.lines++;
      return text;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      const at = firstInvalid(bytes);
      const before = bytes.subarray(0, at).filter((byte) => byte === 10).length;
      throw new NotUtf8(this.lines + before, bytes[at]!);
    }
  }
}

/** The number of bytes at the end that begin a character but do not complete it. */
function incompleteAtEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

/** Index of the first byte of the first invalid character. */
function firstInvalid(bytes: Uint8Array): number {
  let low = 0;
  let high = bytes.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isValidStart(bytes.subarray(0, middle + 1))) low = middle + 1;
    else high = middle;
  }
  // The invalid character may begin before the byte that does not fit.
  return low - incompleteAtEnd(bytes.subarray(0, low));
}

function isValidStart(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
