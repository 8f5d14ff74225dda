import { flagShift, partSizePerLevel, partSize as usualPartSize } from '../layout';
import { SyntaxErrorKind } from '../syntaxErrors';
import { Flag } from '../tokens/token';
import type { Contexts, Grammar } from './context';
import { copyOfFrame, type Draft, type Frame } from './frame';
import { LastMember } from './lastMember';
import { branchOf, lastMemberOf } from './parts';
import { type PendingSyntaxError, PendingSyntaxErrors } from './pendingSyntaxErrors';
import type { RowTable } from './rows';
import { type Branch, Ending, maxSyntaxErrors, noSyntaxErrors, type Part, syntaxErrorStride } from './tree';

/** Limit of waiting rows: in total, or per open container if that is more. A cut turns each into an object. */
const maxWaitingRows = 16_384;
const maxWaitingRowsPerLevel = 4;

export interface BuilderOptions {
  readonly grammar: Grammar;
  readonly contexts: Contexts;
  readonly partSize?: number;
  /** A table to use again. */
  readonly table?: RowTable;
}

/** The end of a part. */
interface Cut {
  readonly to: number;
  readonly ending: Ending;
  /** One past the last code unit that influenced the result so far. */
  readonly seen: number;
}

/** What is not finished after a cut: open containers, and syntax errors that are in no part yet. */
export interface Unfinished {
  readonly frames: readonly Frame[];
  readonly syntaxErrors: readonly PendingSyntaxError[];
  readonly syntaxErrorCount: number;
  readonly markedAt: number;
}

/**
 * Builds the packed tree while the parser reads. Rows wait in one table until their container has enough of them; then
 * they are cut into a part. A container that is cut becomes a branch, as do its ancestors.
 */
export class Builder extends LastMember {
  /** Offset of the token at which a structural error was last reported. Each token gets at most one. */
  markedAt = -1;
  /** Number of syntax errors so far, in parsed and in reused text. */
  syntaxErrorCount = 0;
  private readonly syntaxErrors = new PendingSyntaxErrors();

  /** Waiting members become a part when they are at least this many code units long. */
  readonly partSize: number;

  constructor({ grammar, contexts, partSize = usualPartSize, table }: BuilderOptions) {
    super(grammar, contexts, table);
    this.partSize = partSize;
  }

  /** The state right after a cut. */
  unfinished(): Unfinished {
    const { syntaxErrorCount, markedAt } = this;
    const frames = this.frames.map((frame) => copyOfFrame(frame, (offset) => offset));
    return { frames, syntaxErrors: this.syntaxErrors.waiting(), syntaxErrorCount, markedAt };
  }

  /** Continues from such a state. */
  resume({ frames, syntaxErrors, syntaxErrorCount, markedAt }: Unfinished): void {
    for (const frame of frames) this.frames.push(copyOfFrame(frame, (offset) => offset));
    for (const { errorKind, from, to, repairAt } of syntaxErrors)
      this.syntaxErrors.add(errorKind, from, to, repairAt);
    this.syntaxErrorCount = syntaxErrorCount;
    this.markedAt = markedAt;
  }

  /** Adds a syntax error, up to `maxSyntaxErrors`; positions are offsets of the text. */
  addError(errorKind: SyntaxErrorKind, from: number, to: number, repairAt: number): void {
    if (this.syntaxErrorCount >= maxSyntaxErrors) return;
    this.syntaxErrorCount++;
    this.syntaxErrors.add(errorKind, from, to, repairAt);
  }

  /** Withdraws the syntax errors that begin at or after an offset and are in no part yet. */
  retract(from: number): void {
    this.syntaxErrorCount -= this.syntaxErrors.retract(from);
  }

  /**
   * Closes the innermost container. Its interior ends at `interiorTo`; its value ends after the closing bracket, or
   * with its last member if the bracket is missing.
   */
  close(
    interiorTo: number,
    isClosed: boolean,
    behind: { readonly seen: number; readonly ending: Ending },
  ): void {
    const frame = this.top();
    if (frame.keyRow >= 0) this.endKey();
    const valueTo = isClosed ? interiorTo + 1 : frame.lastTo;
    if (frame.parts !== null) {
      this.cutTop({ to: interiorTo, ...behind });
      this.closeBranch(valueTo, isClosed);
      return;
    }
    if (!isClosed) this.rows.setInfo(frame.row, this.rows.info(frame.row) | (Flag.broken << flagShift));
    this.rows.setTo(frame.row, valueTo);
    this.rows.setNext(frame.row, this.rows.count);
    this.unused.push(this.frames.pop()!);
    const parent = this.top();
    parent.high = Math.max(parent.high, frame.high);
    this.completeMember(valueTo);
  }

  /** Whether the waiting members should become a part before the next one begins. */
  isDue(at: number): boolean {
    const frame = this.top();
    if (frame.waiting !== null) return true;
    return at - frame.from >= this.dueSize || this.rows.count >= this.dueRows;
  }

  /** Limit over all open containers: in a deep nest, none has many rows itself. */
  private get dueRows(): number {
    return Math.max(maxWaitingRows, this.frames.length * maxWaitingRowsPerLevel);
  }

  private get dueSize(): number {
    return Math.max(this.partSize, this.frames.length * partSizePerLevel);
  }

  /** Whether to reparse a small reusable part, so that it merges with the waiting members. */
  wouldMerge(part: Part, at: number): boolean {
    const frame = this.top();
    const waiting = at - frame.from;
    return (
      frame.waiting === null && part.type === 'pack' && waiting > 0 && waiting + part.length <= this.dueSize
    );
  }

  /** Cuts the waiting members of every open container; the innermost part ends at an offset. */
  cut(at: number, seen: number, ending: Ending = Ending.next): void {
    this.promote(seen);
    this.cutTop({ to: at, ending, seen });
  }

  /** Appends reused parts, which begin at an offset, to the innermost container. */
  append(parts: readonly Part[], at: number, seen: number): void {
    if (this.top().from < at || this.top().waiting !== null) this.cut(at, seen);
    else this.promote(seen);
    const frame = this.top();
    let from = at;
    let last = -1;
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i]!;
      frame.parts!.push(part);
      this.syntaxErrorCount += part.syntaxErrorCount;
      from += part.length;
      if (part.members > 0) last = i;
    }
    frame.from = from;
    for (let i = parts.length - 1; i > last; i--) from -= parts[i]!.length;
    if (last >= 0) {
      const { to, isName } = lastMemberOf(parts[last]!);
      frame.lastTo = from - parts[last]!.length + to;
      frame.lastIsName = isName;
      frame.lastIsInvalid = false;
    }
    frame.firstRow = this.rows.count;
    frame.isFirst = false;
  }

  /** Finishes the root, which ends at an offset. */
  finish(at: number, { seen, mayBeEmpty }: { readonly seen: number; readonly mayBeEmpty: boolean }): Branch {
    const frame = this.top();
    frame.parts ??= [];
    this.cutTop({ to: at, ending: Ending.broken, seen });
    const isEmpty = frame.parts.every((part) => part.members === 0);
    // A comment alone is one syntax error.
    if (isEmpty && !mayBeEmpty && this.syntaxErrorCount === 0) this.addError(SyntaxErrorKind.empty, 0, 0, -1);
    return this.branch(at, true, 0);
  }

  /** Turns every open container into a branch, and cuts the waiting members of all but the innermost. */
  private promote(seen: number): void {
    let outermost = this.frames.length - 1;
    while (outermost > 0 && this.frames[outermost]!.parts === null) outermost--;
    for (let i = outermost; i < this.frames.length; i++) {
      const frame = this.frames[i]!;
      frame.parts ??= [];
      const inner = this.frames[i + 1];
      if (inner === undefined || inner.parts !== null) continue;
      const memberFrom = inner.keyFrom >= 0 ? inner.keyFrom : inner.open;
      const memberRow = inner.keyFrom >= 0 ? inner.row - 1 : inner.row;
      if (frame.members > 0) {
        const { breaks, isReread } = frame;
        this.pack(i, memberRow, { to: memberFrom, ending: isReread ? Ending.broken : Ending.next, seen });
        // The line break may be in the member that is still open.
        frame.breaks = breaks;
      }
      frame.keyRow = -1;
    }
    this.dropRowsBefore(this.top());
  }

  /** Drops the rows before the innermost container's: they are in parts or have become branches. */
  private dropRowsBefore(top: Frame): void {
    if (top.firstRow === 0) return;
    this.rows.drop(top.firstRow);
    if (top.keyRow >= 0) top.keyRow -= top.firstRow;
    top.firstRow = 0;
  }

  private cutTop(cut: Cut): void {
    const index = this.frames.length - 1;
    const frame = this.frames[index]!;
    if (frame.waiting !== null) this.finishWaiting(index, cut);
    else if (cut.to > frame.from) this.pack(index, this.rows.count, cut);
  }

  /** Cuts the waiting rows of one container, up to a row, into a pack. */
  private pack(index: number, row: number, cut: Cut): void {
    const frame = this.frames[index]!;
    const stored = this.rows.store(frame.firstRow, row, frame.from);
    const syntaxErrors = this.syntaxErrors.take(frame.from, cut.to);
    frame.parts!.push({
      type: 'pack',
      rows: stored.rows,
      row: stored.row,
      rowEnd: stored.row + row - frame.firstRow,
      length: cut.to - frame.from,
      members: frame.members,
      isFirst: frame.isFirst,
      ending: frame.breaks ? Ending.broken : cut.ending,
      context: this.contextOf(index),
      reach: Math.max(1, cut.seen - cut.to),
      syntaxErrors,
      syntaxErrorCount: syntaxErrors.length / syntaxErrorStride,
      depth: frame.high - index,
      memo: null,
    });
    if (index === this.frames.length - 1) this.rows.count = frame.firstRow;
    this.restart(index, cut.to);
  }

  private restart(index: number, from: number): void {
    const frame = this.frames[index]!;
    frame.from = from;
    frame.members = 0;
    frame.isFirst = false;
    frame.high = index;
    frame.waiting = null;
    frame.breaks = false;
  }

  private closeBranch(valueTo: number, isClosed: boolean): void {
    const parent = this.frames[this.frames.length - 2]!;
    const branch = this.branch(valueTo, isClosed, parent.from);
    this.unused.push(this.frames.pop()!);
    parent.waiting = branch;
    parent.members = 1;
    parent.lastTo = valueTo;
    parent.lastIsName = false;
    parent.lastIsInvalid = false;
    parent.keyRow = -1;
    parent.firstRow = this.rows.count;
  }

  /** A branch of the innermost frame; its parent sets length, ending, context and syntax errors later. */
  private branch(valueTo: number, isClosed: boolean, from: number): Draft {
    const frame = this.top();
    const inner = this.contextOf(this.frames.length - 1);
    const syntaxErrors = frame.open < 0 ? this.syntaxErrors.take(0, valueTo + 1) : noSyntaxErrors;
    return branchOf(frame, { from, valueTo, isClosed, inner, syntaxErrors });
  }

  private finishWaiting(index: number, cut: Cut): void {
    const frame = this.frames[index]!;
    const branch = frame.waiting!;
    branch.length = cut.to - frame.from;
    branch.isFirst = frame.isFirst;
    branch.ending = frame.breaks ? Ending.broken : cut.ending;
    branch.context = this.contextOf(index);
    branch.reach = Math.max(1, cut.seen - cut.to);
    branch.syntaxErrors = this.syntaxErrors.take(frame.from, cut.to);
    branch.syntaxErrorCount += branch.syntaxErrors.length / syntaxErrorStride;
    frame.parts!.push(branch);
    this.restart(index, cut.to);
  }
}
