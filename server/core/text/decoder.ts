import { type Exports, instantiate } from '../../../generated/kernels/text.mjs';
import type { Chunk } from './chunks';
import { type DecodeEnd, DecodeResult, decodeResultSize, maxDecodedBytes } from './layout';

/** A decoder, or null where the host forbids WebAssembly, as some security policies do. */
export function newDecoder(): Decoder | null {
  try {
    return new Decoder();
  } catch {
    // The engine has kernels, too, and says why there are none.
    return null;
  }
}

/**
 * Decodes the text of a message while its bytes arrive. Only the kernel does (`kernel/decode.ts`): without it
 * the message is parsed as a whole by `JSON.parse`.
 */
export class Decoder {
  private readonly exports: Exports;
  private readonly bytes: Uint8Array;
  private readonly results: Int32Array;

  /** Throws where the host forbids WebAssembly. */
  constructor() {
    this.exports = instantiate();
    const { memory, bytes, results } = this.exports;
    this.bytes = new Uint8Array(memory.buffer, bytes.value, maxDecodedBytes);
    this.results = new Int32Array(memory.buffer, results.value, decodeResultSize);
  }

  /**
   * Decodes the inside of a JSON string in UTF-8, at most `maxDecodedBytes` bytes of it. `taken` is how many bytes
   * it decoded; it ends before a character that is cut off (`bytes`), at the closing `quote`, or where the bytes
   * are no such string (`invalid`).
   */
  decode(bytes: Uint8Array): { readonly chunk: Chunk; readonly taken: number; readonly end: DecodeEnd } {
    const { exports, results } = this;
    const { memory, decoded, lineStarts } = exports;
    this.bytes.set(bytes);
    const end = exports.decode(bytes.length) as DecodeEnd;
    const chunk = {
      units: new Uint16Array(memory.buffer, decoded.value, results[DecodeResult.units]).slice(),
      lineStarts: new Int32Array(memory.buffer, lineStarts.value, results[DecodeResult.lineStarts]).slice(),
    };
    return { chunk, taken: results[DecodeResult.taken]!, end };
  }
}
