import { type Exports, instantiate } from '../../../generated/kernels/text.mjs';
import type { Chunk } from './chunks';
import { type DecodeEnd, DecodeResult, decodeResultSize, maxDecodedBytes } from './layout';

/** A decoder, or null where the host forbids WebAssembly, as some security policies do. */
export function newDecoder(): Decoder | null {
  try {
    return new Decoder();
  } catch {
    // The engine, which has kernels too, reports why they are missing.
    return null;
  }
}

/**
 * Decodes the text of a message while its bytes arrive. Only the kernel does (`kernel/decode.ts`): without it,
 * `JSON.parse` parses the message as a whole.
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
   * Decodes the content of a JSON string in UTF-8, at most `maxDecodedBytes` bytes of it. `taken` is the number of
   * bytes decoded; decoding ends before an incomplete character (`bytes`), at the closing `quote`, or at bytes that are
   * not such a string (`invalid`).
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
