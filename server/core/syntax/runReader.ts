import type { Text } from '../text/text';
import { maxOpenContainers, RunResult } from './layout';
import type { Place } from './members/place';
import type { RunKernel } from './runKernel';
import { State } from './state';
import type { Scanner } from './tokens/scanner';
import type { Builder } from './tree/builder';
import { Kind } from './tree/nodeKind';
import type { Reuse } from './tree/reuse';

/** Code units to load at once: they stay in the processor's cache. */
const loadLength = 65_536;
/** Code units to load after the start of a member: most members are shorter. */
const margin = 16_384;

/** For less text, the kernel is no faster than token by token. */
const minRunLength = 200;
/** Members read token by token after many runs of none: the kernel may stop at each of a million members. */
const maxMembersWithoutRun = 32;

/** Reads runs of members with the kernel. The tree is the same as `members/` builds token by token. */
export class RunReader {
  private readonly text: Text;
  private readonly kernel: RunKernel;
  private readonly scanner: Scanner;
  private readonly builder: Builder;
  private readonly lines: boolean;
  private readonly reuse: Reuse | undefined;
  /** The range of the text in the window, as long as the window is ours. */
  private from = 0;
  private to = 0;
  private readonly owner = Symbol();
  /** Members to read token by token before the kernel is tried again, and how many there were the last time. */
  private membersWithoutRun = 0;
  private lastWithoutRun = 0;

  constructor(
    text: Text,
    parser: {
      readonly kernel: RunKernel;
      readonly scanner: Scanner;
      readonly builder: Builder;
      readonly lines: boolean;
      readonly reuse: Reuse | undefined;
    },
  ) {
    this.text = text;
    this.kernel = parser.kernel;
    this.scanner = parser.scanner;
    this.builder = parser.builder;
    this.lines = parser.lines;
    this.reuse = parser.reuse;
  }

  /** Reads a run of members, if one may begin at the scanner's position; false if it read none. */
  pass(place: Place): boolean {
    const { state } = place;
    if (state !== State.first && state !== State.member) return false;
    if (this.membersWithoutRun > 0) {
      this.membersWithoutRun--;
      return false;
    }
    const from = this.scanner.to;
    const stop = this.reuse?.nextReusable(from) ?? this.text.length;
    if (stop - from < minRunLength) return false;
    const behind = this.read(state, stop);
    this.lastWithoutRun = behind === null ? Math.min(2 * this.lastWithoutRun + 1, maxMembersWithoutRun) : 0;
    this.membersWithoutRun = this.lastWithoutRun;
    if (behind !== null) place.state = behind;
    return behind !== null;
  }

  /**
   * Reads from the scanner's position, right after an opening bracket or before a member; no member begins at or after
   * `stop`. Returns the state after the run, or null if nothing was read.
   */
  private read(state: State, stop: number): State | null {
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
