import type { Range } from '../../text/range';
import { FrameField, flagShift, frameSize } from '../layout';
import { Flag } from '../tokens/token';
import type { Context, Contexts, Grammar } from './context';
import { type Frame, newFrame } from './frame';
import { Kind } from './nodeKind';
import { RowTable } from './rows';
import { type Branch, keyNumberOf, maxLevels, unreadDepth } from './tree';

/** The containers that are open, and the rows of their members that wait to become parts. */
export class OpenContainers {
  readonly frames: Frame[] = [];
  /** Frames to use again. */
  protected readonly unused: Frame[] = [];
  protected readonly rows: RowTable;
  private readonly contexts: Contexts;
  private readonly grammar: Grammar;

  constructor(grammar: Grammar, contexts: Contexts, table: RowTable | undefined) {
    table?.clear();
    this.rows = table ?? new RowTable();
    this.grammar = grammar;
    this.contexts = contexts;
  }

  top(): Frame {
    return this.frames[this.frames.length - 1]!;
  }

  /** Number of waiting rows, which is the index of the next row. */
  get rowCount(): number {
    return this.rows.count;
  }

  /** Number of levels of containers that may still be opened. */
  get levelsLeft(): number {
    return maxLevels + 1 - this.frames.length;
  }

  /** Whether the first member of the innermost container is being read. */
  isInFirstMember(): boolean {
    const { isFirst, members } = this.top();
    return isFirst && members === 0;
  }

  scalar(kind: Kind, flags: number, range: Range): void {
    this.rows.add(kind | (flags << flagShift), range.from, range.to);
    this.completeMember(range.to);
    this.top().lastIsInvalid = kind === Kind.invalid && (flags & Flag.broken) !== 0;
  }

  /** Adds a value that is nested too deep to be parsed. */
  unread(range: Range): void {
    this.scalar(Kind.invalid, 0, range);
    this.top().high = this.frames.length - 1 + unreadDepth;
  }

  /** Ends a member; a key without a value ends where its name ends. */
  completeMember(to: number): void {
    const frame = this.top();
    if (frame.keyRow >= 0) this.rows.setNext(frame.keyRow, this.rows.count);
    frame.keyRow = -1;
    frame.members++;
    frame.lastTo = to;
    frame.lastIsName = false;
    frame.lastIsInvalid = false;
  }

  /** Opens a container at an offset; `bracket` is 0 if its bracket is missing, else 1. */
  open(kind: Branch['kind'], from: number, bracket: number): void {
    const row = this.frames.length === 0 ? -1 : this.rows.add(kind, from, from + bracket);
    this.push(kind, row, { from, to: from + bracket });
  }

  private push(kind: Branch['kind'], row: number, { from, to }: Range): void {
    const { rows } = this;
    const depth = this.frames.length;
    const keyRow = depth === 0 ? -1 : this.top().keyRow;
    const frame = this.unused.pop() ?? newFrame();
    frame.kind = kind;
    frame.open = depth === 0 ? -1 : from;
    frame.keyFrom = keyRow < 0 ? -1 : rows.from(keyRow);
    frame.keyTo = keyRow < 0 ? -1 : rows.to(keyRow);
    frame.keyInfo = keyRow < 0 ? 0 : rows.info(keyRow);
    frame.row = row;
    frame.interior = to;
    frame.keyRow = -1;
    frame.from = frame.interior;
    frame.firstRow = rows.count;
    frame.members = 0;
    frame.isFirst = true;
    frame.isReread = false;
    frame.high = depth;
    frame.lastTo = frame.interior;
    frame.lastIsName = false;
    frame.lastIsInvalid = false;
    frame.parts = null;
    frame.waiting = null;
    frame.context = null;
    frame.removed = null;
    frame.isShortened = false;
    frame.isForeign = depth > 0 && this.top().isForeign;
    frame.isBroken = depth > 0 && this.top().isBroken;
    frame.breaks = false;
    frame.isAfterText = false;
    this.frames.push(frame);
  }

  /** Makes the innermost container, in which nothing was read yet, one of the other kind. */
  turn(): void {
    const frame = this.top();
    frame.kind = frame.kind === Kind.object ? Kind.array : Kind.object;
    frame.context = null;
    if (frame.parts === null) this.rows.setInfo(frame.row, frame.kind);
  }

  /**
   * Adds the members that the kernel read: `count` rows, and `depth` containers that are now open. `frames`, as
   * `kernel/runs.ts` leaves them, begins with the innermost container so far.
   */
  take(
    rows: Int32Array,
    count: number,
    { frames, depth }: { readonly frames: Int32Array; readonly depth: number },
  ): void {
    const level = this.frames.length - 1;
    const firstRow = this.rows.append(rows, count);
    for (let i = 0; i <= depth; i++) {
      const at = i * frameSize;
      const kind = frames[at + FrameField.kind] as Branch['kind'];
      if (i > 0) this.reopen(kind, firstRow + frames[at + FrameField.row]!);
      const frame = this.top();
      const members = frames[at + FrameField.members]!;
      frame.members += members;
      frame.isReread = false;
      if (members > 0) {
        frame.lastTo = frames[at + FrameField.lastTo]!;
        frame.lastIsName = false;
        frame.lastIsInvalid = false;
      }
      frame.high = Math.max(frame.high, level + frames[at + FrameField.high]!);
    }
  }

  /** Opens a container that already has a row. */
  private reopen(kind: Branch['kind'], row: number): void {
    if (this.top().kind === Kind.object) this.top().keyRow = row - 1;
    this.push(kind, row, { from: this.rows.from(row), to: this.rows.to(row) });
    this.top().firstRow = row + 1;
  }

  /** Marks the innermost container as being in another notation, and the arrays that begin with it. */
  beginForeign(): void {
    const { frames } = this;
    for (let i = frames.length - 1; i > 0; i--) {
      const frame = frames[i]!;
      frame.isForeign = true;
      frame.context = null;
      const around = frames[i - 1]!;
      if (around.kind !== Kind.array || !around.isFirst || around.members > 0) break;
    }
  }

  /** Marks the value of a document as having text before it. */
  markAfterText(): void {
    const frame = this.top();
    frame.isAfterText = frame.kind === Kind.document;
    frame.context = null;
  }

  /** Marks all open containers but the root as having a line break. */
  breakLine(): void {
    const { frames } = this;
    for (let i = frames.length - 1; i > 0 && !frames[i]!.isBroken; i--) {
      frames[i]!.isBroken = true;
      frames[i]!.breaks = true;
      frames[i]!.context = null;
    }
  }

  /** The context of the members of an open container. */
  contextOf(index: number): Context {
    // Usually this context or the next one outward is known, but thousands may be missing.
    let known = index;
    while (known >= 0 && this.frames[known]!.context === null) known--;
    for (let i = known + 1; i <= index; i++) {
      const frame = this.frames[i]!;
      const parent = i > 0 ? this.frames[i - 1]!.context : null;
      const state = parent === null ? this.grammar.root : this.stateUnder(parent, frame);
      const { kind, isForeign, isBroken, isAfterText } = frame;
      frame.context = this.contexts.of({ kind, state, isForeign, isBroken, isAfterText }, parent);
    }
    return this.frames[index]!.context!;
  }

  private stateUnder(parent: Context, frame: Frame): number {
    return this.grammar.child(parent.state, frame.keyFrom < 0 ? null : keyNumberOf(frame.keyInfo));
  }
}
