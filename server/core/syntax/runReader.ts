import type { Text } from '../text/text';
import { maxOpenContainers, RunResult } from './layout';
import type { RunKernel } from './runKernel';
import { State } from './state';
import type { Scanner } from './tokens/scanner';
import type { Builder } from './tree/builder';
import { Kind } from './tree/nodeKind';

/** Code units to load at once: they stay in the processor's cache. */
const loadLength = 65_536;
/** Code units to load after the start of a member: most members are shorter. */
const margin = 16_384;

/** Reads runs of members with the kernel. The tree is the same as `MemberParser` builds token by token. */
export class RunReader {
  private readonly text: Text;
  private readonly kernel: RunKernel;
  private readonly scanner: Scanner;
  private readonly builder: Builder;
  private readonly lines: boolean;
  /** The range of the text in the window, as long as the window is ours. */
  private from = 0;
  private to = 0;
  private readonly owner = Symbol();

  constructor(
    text: Text,
    parser: {
      readonly kernel: RunKernel;
      readonly scanner: Scanner;
      readonly builder: Builder;
      readonly lines: boolean;
    },
  ) {
    this.text = text;
    this.kernel = parser.kernel;
    this.scanner = parser.scanner;
    this.builder = parser.builder;
    this.lines = parser.lines;
  }

  /**
   * Reads from the scanner's position, right after an opening bracket or before a member; no member begins at or after
   * `stop`. Returns the state after the run, or null if nothing was read.
   */
  read(state: State, stop: number): State | null {
    const { kernel, scanner, builder, lines } = this;
    const { kind, from } = builder.top();
    if (kind === Kind.document || (kind === Kind.lines && state === State.first)) return null;
    // The kernel counts only the levels that it opens.
    if (builder.levelsLeft < maxOpenContainers) return null;
    this.load(scanner.to, Math.min(stop + margin, this.text.length));
    const index = scanner.to - this.from;
    const isFirst = state === State.first;
    const row = builder.rowCount;
    const length = this.to - this.from;
    const { partSize } = builder;
    kernel.readMembers(index, length, this.from, stop, kind, from, isFirst, row, lines, partSize);
    const { results } = kernel;
    const count = results[RunResult.rows]!;
    if (count === 0) return null;
    builder.take(kernel.rows, count, { frames: kernel.frames, depth: results[RunResult.depth]! });
    scanner.moveTo(results[RunResult.to]!);
    scanner.see(results[RunResult.seen]!);
    return results[RunResult.state] as State;
  }

  /** Loads the text from an offset on into the window, unless enough of it is there. */
  private load(offset: number, end: number): void {
    const { text, kernel } = this;
    const isThere = kernel.owner === this.owner && offset >= this.from;
    if (isThere && this.to >= Math.min(offset + margin, end)) return;
    this.from = offset;
    this.to = Math.min(offset + loadLength, end);
    kernel.load(this.owner, text, { from: this.from, to: this.to });
  }
}
