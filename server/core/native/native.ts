import { instantiate, type NativeExports } from '../../../generated/native.mjs';
import { type Chunk, chunkSize } from '../text/chunks';

/**
 * The part of the engine that is compiled ahead of time (`assembly/`). What a document costs to open is mostly
 * the time until V8 has compiled the loops over all of its characters; these are fast from the first one on.
 * A call is handed what it needs in the memory, and what it gives is copied from there, so that all documents
 * can share one.
 */
export class Native {
  readonly window: Uint16Array;
  readonly rows: Int32Array;
  readonly frames: Int32Array;
  readonly results: Int32Array;
  readonly doubts: Int32Array;
  /** What has put into the window what is there. */
  owner: object | null = null;
  /** What is known of the schemas, and whose they are: see `assembly/doubt.ts`. */
  readonly tables: Tables;
  readonly readMembers: NativeExports['readMembers'];
  readonly findDoubts: NativeExports['findDoubts'];
  readonly useTables: NativeExports['useTables'];
  private readonly exports: NativeExports;
  private readonly memory: ArrayBuffer;
  private readonly bytes: Uint8Array;
  private known: readonly string[] | null = null;

  constructor() {
    this.exports = instantiate();
    const { memory, bytes, window, windowLength, rows, frames, results, doubts } = this.exports;
    this.memory = memory.buffer;
    this.bytes = new Uint8Array(this.memory, bytes.value, chunkSize);
    this.window = new Uint16Array(this.memory, window.value, windowLength.value);
    this.rows = new Int32Array(this.memory, rows.value, 4 * windowLength.value);
    this.frames = new Int32Array(this.memory, frames.value);
    this.results = new Int32Array(this.memory, results.value);
    this.doubts = new Int32Array(this.memory, doubts.value);
    this.tables = this.tablesOf(this.exports);
    this.readMembers = this.exports.readMembers;
    this.findDoubts = this.exports.findDoubts;
    this.useTables = this.exports.useTables;
  }

  /**
   * Decodes the inside of a JSON string in UTF-8: at most as many bytes as a chunk has code units. `taken` is
   * how many bytes it was; it ends before what is cut off (`bytes`), at the closing `quote`, or where the
   * bytes are no such string (`invalid`).
   */
  decode(bytes: Uint8Array): { readonly chunk: Chunk; readonly taken: number; readonly end: DecodingEnd } {
    const { exports, memory, results } = this;
    this.bytes.set(bytes);
    const end = decodingEnds[exports.decode(bytes.length)]!;
    const units = new Uint16Array(memory, exports.decoded.value, results[1]).slice();
    const lineStarts = new Int32Array(memory, exports.lineStarts.value, results[2]).slice();
    return { chunk: { units, lineStarts }, taken: results[0]!, end };
  }

  private tablesOf(exports: NativeExports): Tables {
    const { properties, itemSchemas, documentedKinds, plainKinds, nameFlags } = exports;
    return {
      owner: null,
      properties: new Int16Array(this.memory, properties.value, 65_536),
      itemSchemas: new Int16Array(this.memory, itemSchemas.value, 256),
      documentedKinds: new Int32Array(this.memory, documentedKinds.value, 256),
      plainKinds: new Int32Array(this.memory, plainKinds.value, 256),
      nameFlags: new Uint8Array(this.memory, nameFlags.value, 256),
    };
  }

  /** Makes names known, numbered from one. */
  know(names: readonly string[]): void {
    if (this.known === names) return;
    if (names.join('').length > mostLetters)
      throw new Error('The names of the schemas are too long together.');
    this.exports.clearNames();
    for (const name of names) {
      const letters = new Uint16Array(this.memory, this.exports.nextName(), name.length);
      for (let i = 0; i < name.length; i++) letters[i] = name.charCodeAt(i);
      this.exports.addName(name.length);
    }
    this.known = names;
  }
}

interface Tables {
  owner: object | null;
  readonly properties: Int16Array;
  readonly itemSchemas: Int16Array;
  readonly documentedKinds: Int32Array;
  readonly plainKinds: Int32Array;
  readonly nameFlags: Uint8Array;
}

/** Room for the letters of all names: see `assembly/memory.ts`. */
const mostLetters = 16_384;

const decodingEnds = ['bytes', 'quote', 'invalid'] as const;
type DecodingEnd = (typeof decodingEnds)[number];

let shared: Native | null = null;
let failure: unknown = null;

/**
 * The one that all documents share; null where the host forbids WebAssembly, as some security policies do. All
 * that it does can be done without it, only slower.
 */
export function native(): Native | null {
  if (shared === null && failure === null) {
    try {
      shared = new Native();
    } catch (error) {
      failure = error;
    }
  }
  return shared;
}

/** Why there is none after it has been asked for; null where there is one. */
export function nativeFailure(): string | null {
  return failure === null ? null : String(failure);
}
