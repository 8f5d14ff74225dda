import { chunkAt, type Text } from '../text/text';
import { maxOpenContainers, RunResult } from './layout';
import type { RunKernel } from './runKernel';
import { State } from './state';
import type { Scanner } from './tokens/scanner';
import type { Builder } from './tree/builder';
import { Kind } from './tree/nodeKind';

/** As many code units should be in the window behind where a member begins: most are shorter. */
const margin = 16_384;

/**
 * Reads runs of members in which nothing needs a decision, many at a time; what it puts into the tree is what
 * `Members` would have put there, token by token.
 */
export class RunReader {
  private readonly text: Text;
  private readonly kernel: RunKernel;
  private readonly scanner: Scanner;
  private readonly builder: Builder;
  private readonly lines: boolean;
  /** What stands in the window: a range of the text, as long as the window is ours. */
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
   * Reads on from where the scanner stands, right behind an opening bracket or before a member, and begins no
   * member from `stop` on; gives the state behind what it read, or null if that was nothing.
   */
  read(state: State, stop: number): State | null {
    const { kernel, scanner, builder, lines } = this;
    const { kind, from } = builder.top();
    if (kind !== Kind.object && kind !== Kind.array) return null;
    // The kernel counts no levels but those that it opens.
    if (builder.levelsLeft < maxOpenContainers) return null;
    this.load(scanner.to, Math.min(stop + margin, this.text.length));
    const index = scanner.to - this.from;
    const isFirst = state === State.first;
    const row = builder.rowCount;
    kernel.readMembers(index, this.to - this.from, this.from, stop, kind, from, isFirst, row, lines);
    const { results } = kernel;
    const count = results[RunResult.rows]!;
    if (count === 0) return null;
    builder.take(kernel.rows, count, { frames: kernel.frames, depth: results[RunResult.depth]! });
    scanner.moveTo(results[RunResult.to]!);
    scanner.see(results[RunResult.seen]!);
    return results[RunResult.state] as State;
  }

  /** Makes sure that what follows an offset stands in the window, as much as is needed and has room. */
  private load(offset: number, end: number): void {
    const { text, kernel } = this;
    const isThere = kernel.owner === this.owner && offset >= this.from;
    if (isThere && this.to >= Math.min(offset + margin, end)) return;
    const limit = Math.min(offset + kernel.window.length, end);
    kernel.owner = this.owner;
    this.from = offset;
    this.to = offset;
    for (let i = chunkAt(text, offset); this.to < limit; i++) {
      const { units } = text.chunks[i]!;
      const start = this.to - text.starts[i]!;
      const some = units.subarray(start, Math.min(units.length, start + limit - this.to));
      kernel.window.set(some, this.to - this.from);
      this.to += some.length;
    }
  }
}
