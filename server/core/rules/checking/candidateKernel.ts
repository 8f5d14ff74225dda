import { type Exports, instantiate } from '../../../../generated/kernels/rules.mjs';
import { stride, windowLength } from '../../syntax/layout';
import type { Pack } from '../../syntax/tree/tree';
import { candidateSize, maxCandidates, maxProperties, maxSchemas } from '../layout';
import type { Container } from './candidates';
import type { Tables } from './tables';

/** The kernel of the prefilter (`kernel/candidates.ts`), with the tables of one list of rules in its memory. */
export class CandidateKernel {
  private readonly rows: Int32Array;
  private readonly candidates: Int32Array;
  private readonly findCandidates: Exports['findCandidates'];

  /** Throws where the host forbids WebAssembly. */
  constructor(tables: Tables) {
    const exports = instantiate();
    const { memory, rows, candidates, properties, itemSchemas, documentedKinds, infoMasks, objectsWith } =
      exports;
    const { buffer } = memory;
    if (tables.itemSchemas.length > maxSchemas || tables.properties.length > maxProperties)
      throw new Error('The schema tables do not fit into the kernel memory.');
    this.rows = new Int32Array(buffer, rows.value, stride * windowLength);
    this.candidates = new Int32Array(buffer, candidates.value, candidateSize * maxCandidates);
    this.findCandidates = exports.findCandidates;
    new Int16Array(buffer, properties.value).set(tables.properties);
    new Int16Array(buffer, itemSchemas.value).set(tables.itemSchemas);
    new Int32Array(buffer, documentedKinds.value).set(tables.documentedKinds);
    new Int32Array(buffer, infoMasks.value).set(tables.infoMasks);
    new Uint8Array(buffer, objectsWith.value).set(tables.objectsWith);
    exports.useTables(tables.width, tables.anything);
  }

  /**
   * The candidates in a pack of members of a container, as `candidatesIn` returns them; valid until the next call. Null
   * if there is no room for them.
   */
  find({ rows, row, rowEnd }: Pack, { container, item }: Container): Int32Array | null {
    if ((rowEnd - row) * stride > this.rows.length) return null;
    this.rows.set(rows.subarray(row * stride, rowEnd * stride));
    const count = this.findCandidates(rowEnd - row, container, item);
    return count < 0 ? null : this.candidates.subarray(0, count * candidateSize);
  }
}
