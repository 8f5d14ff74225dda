import { type Exports, instantiate } from '../../../generated/kernels/syntax.mjs';
import type { Range } from '../text/range';
import { chunkAt, type Text } from '../text/text';
import {
  frameSize,
  maxNames,
  maxNameUnits,
  maxOpenContainers,
  runResultSize,
  stride,
  windowLength,
} from './layout';
import type { Vocabulary } from './tokens/vocabulary';

/**
 * The kernel that reads runs of members (`kernel/runs.ts`), and its memory. Each call copies its input in and its
 * results out, so that all documents can share one instance.
 */
export class RunKernel {
  /** Code units of a text, up to `windowLength`. */
  readonly window: Uint16Array;
  readonly rows: Int32Array;
  readonly frames: Int32Array;
  readonly results: Int32Array;
  readonly readMembers: Exports['readMembers'];
  /** Identifies the reader whose text is in the window. */
  owner: symbol | null = null;

  /** Throws where the host forbids WebAssembly. */
  constructor(vocabulary: Vocabulary) {
    const exports = instantiate();
    const { window, rows, frames, results } = exports;
    const { buffer } = exports.memory;
    this.window = new Uint16Array(buffer, window.value, windowLength);
    this.rows = new Int32Array(buffer, rows.value, stride * windowLength);
    this.frames = new Int32Array(buffer, frames.value, frameSize * maxOpenContainers);
    this.results = new Int32Array(buffer, results.value, runResultSize);
    this.readMembers = exports.readMembers;
    addNames(exports, vocabulary.names);
  }

  /** Loads a range of a text, up to `windowLength` code units, into the window. */
  load(owner: symbol, text: Text, { from, to }: Range): void {
    this.owner = owner;
    for (let at = from, i = chunkAt(text, from); at < to; i++) {
      const { units } = text.chunks[i]!;
      const start = at - text.starts[i]!;
      const some = units.subarray(start, Math.min(units.length, start + to - at));
      this.window.set(some, at - from);
      at += some.length;
    }
  }
}

/** Numbers the names from one, as the vocabulary does. */
function addNames({ memory, nextName, addName }: Exports, names: readonly string[]): void {
  if (names.length >= maxNames || names.join('').length > maxNameUnits)
    throw new Error('The schema names do not fit into the kernel memory.');
  for (const name of names) {
    const letters = new Uint16Array(memory.buffer, nextName(), name.length);
    for (let i = 0; i < name.length; i++) letters[i] = name.charCodeAt(i);
    addName(name.length);
  }
}
