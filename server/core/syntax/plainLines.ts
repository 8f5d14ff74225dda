import { lineStart, positionAt, type Text } from '../text/text';
import { Column, FrameField, frameSize, RunResult, stride, windowLength } from './layout';
import type { RunKernel } from './runKernel';
import { State } from './state';
import type { Context } from './tree/context';
import { Kind } from './tree/nodeKind';
import { Ending, noSyntaxErrors, type Pack } from './tree/tree';

/** Code units to read at once, unless a line is longer: they stay in the processor's cache. */
const usualLength = 32_768;

/** Consecutive lines that the kernel has read. */
export interface PlainLines {
  readonly packs: readonly Pack[];
  /** Where they end, and where their last value ends. */
  readonly to: number;
  readonly lastTo: number;
}

/** Reads whole lines of JSON Lines with the kernel alone: the nodes are those that the parser gives. */
export class PlainLineReader {
  private readonly owner = Symbol();
  private readonly kernel: RunKernel;
  private rows = new Int32Array(0);
  private used = 0;

  constructor(kernel: RunKernel) {
    this.kernel = kernel;
  }

  /**
   * Reads lines from an offset on where one begins, up to the first that is not plain, not whole, or longer than
   * `windowLength` code units. The packs are valid until the next call.
   */
  read(text: Text, from: number, context: Context): PlainLines {
    this.used = 0;
    const packs: Pack[] = [];
    let to = from;
    let lastTo = from;
    for (;;) {
      const usual = lastLineStart(text, to + usualLength);
      const end = usual > to ? usual : lastLineStart(text, to + windowLength);
      const pack = end > to ? this.pack(text, { from: to, to: end }, context) : null;
      if (pack === null) return { packs, to, lastTo };
      packs.push(pack);
      lastTo = to + this.kernel.frames[FrameField.lastTo]!;
      to += pack.length;
      // It ends before a line that is not plain.
      if (to < end) return { packs, to, lastTo };
    }
  }

  private pack(
    text: Text,
    range: { readonly from: number; readonly to: number },
    context: Context,
  ): Pack | null {
    const { kernel, owner } = this;
    const { frames, results } = kernel;
    const units = range.to - range.from;
    kernel.load(owner, text, range);
    kernel.readMembers(0, units, 0, units, Kind.lines, 0, false, 0, true, windowLength);
    const members = frames[FrameField.members]!;
    const isLineOpen = results[RunResult.depth]! > 0;
    if (members === 0 || (!isLineOpen && results[RunResult.state] !== State.member)) return null;
    // The pack ends where the first line begins that is not plain.
    const count = isLineOpen ? frames[frameSize + FrameField.row]! : results[RunResult.rows]!;
    const length = isLineOpen ? kernel.rows[count * stride + Column.from]! : results[RunResult.to]!;
    const row = this.store(count);
    return {
      type: 'pack',
      ...{ rows: this.rows, row, rowEnd: row + count, length, members },
      ...{ isFirst: false, ending: Ending.next, context, reach: 1 },
      ...{ syntaxErrors: noSyntaxErrors, syntaxErrorCount: 0, depth: frames[FrameField.high]!, memo: null },
    };
  }

  /** Copies rows of the kernel; returns the index of the first. */
  private store(count: number): number {
    const numbers = count * stride;
    if (this.used + numbers > this.rows.length) {
      this.rows = new Int32Array(2 * (this.used + numbers));
      this.used = 0;
    }
    const start = this.used;
    this.rows.set(this.kernel.rows.subarray(0, numbers), start);
    this.used += numbers;
    return start / stride;
  }
}

/** The last line start up to an offset. */
function lastLineStart(text: Text, offset: number): number {
  return lineStart(text, positionAt(text, offset).line);
}
