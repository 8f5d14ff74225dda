import { type Exports, instantiate } from '../../../generated/kernels/text.mjs';
import type { Chunk } from './chunks';
import { type DecodeEnd, DecodeResult, decodeResultSize, maxDecodedBytes } from './layout';
import type { UnitsPool } from './unitsPool';

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
 * Decodes text while its bytes arrive, with the kernel. Without it, `JSON.parse` parses a message as a whole
 * (`kernel/decode.ts`), and `utf8.ts` decodes a file (`kernel/decodeText.ts`).
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
  decode(bytes: Uint8Array): Decoded {
    this.bytes.set(bytes);
    return this.result(this.exports.decode(bytes.length) as DecodeEnd);
  }

  /** Decodes UTF-8 in the same way; there is no closing quote. The units are in an array of the pool, if there is one. */
  decodeText(bytes: Uint8Array, pool?: UnitsPool): Decoded {
    this.bytes.set(bytes);
    return this.result(this.exports.decodeText(bytes.length) as DecodeEnd, pool);
  }

  private result(end: DecodeEnd, pool?: UnitsPool): Decoded {
    const { exports, results } = this;
    const { memory, decoded, lineStarts } = exports;
    const units = new Uint16Array(memory.buffer, decoded.value, results[DecodeResult.units]);
    const chunk = {
      units: pool?.copyOf(units) ?? units.slice(),
      lineStarts: new Int32Array(memory.buffer, lineStarts.value, results[DecodeResult.lineStarts]).slice(),
    };
    return { chunk, taken: results[DecodeResult.taken]!, end };
  }
}

/** Decoded bytes. */
interface Decoded {
  readonly chunk: Chunk;
  /** Number of bytes decoded. */
  readonly taken: number;
  readonly end: DecodeEnd;
}
