import type { Range } from '../../text/range';
import {
  FrameField,
  flagShift,
  frameSize,
  nameShift,
  partSizePerLevel,
  partSize as usualPartSize,
} from '../layout';
import { SyntaxErrorKind } from '../syntaxErrors';
import { Flag } from '../tokens/token';
import type { Context, Contexts, Grammar } from './context';
import { copyOfFrame, type Draft, type Frame, newFrame } from './frame';
import { Kind } from './nodeKind';
import { branchOf, lastMemberOf } from './parts';
import { type PendingSyntaxError, PendingSyntaxErrors } from './pendingSyntaxErrors';
import { RowTable } from './rows';
import {
  type Branch,
  Ending,
  keyNumberOf,
  maxLevels,
  maxSyntaxErrors,
  noSyntaxErrors,
  type Part,
  syntaxErrorStride,
  unreadDepth,
} from './tree';

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
export class Builder {
  readonly frames: Frame[] = [];
  private readonly unused: Frame[] = [];
  /** Offset of the token at which a structural error was last reported. Each token gets at most one. */
  markedAt = -1;
  /** Number of syntax errors so far, in parsed and in reused text. */
  syntaxErrorCount = 0;
  private readonly rows: RowTable;
  private readonly syntaxErrors = new PendingSyntaxErrors();
  private readonly contexts: Contexts;
  private readonly grammar: Grammar;

  /** Waiting members become a part when they are at least this many code units long. */
  readonly partSize: number;

  constructor({ grammar, contexts, partSize = usualPartSize, table }: BuilderOptions) {
    table?.clear();
    this.rows = table ?? new RowTable();
    this.grammar = grammar;
    this.contexts = contexts;
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

  top(): Frame {
    return this.frames[this.frames.length - 1]!;
  }

  /** Number of waiting rows, which is the index of the next row. */
  get rowCount(): number {
    return this.rows.count;
  }

  /** Adds a syntax error, up to `maxSyntaxErrors`; positions are offsets of the text. */
  addError(errorKind: SyntaxErrorKind, from: number, to: number, repairAt: number): void {
    if (this.syntaxErrorCount >= maxSyntaxErrors) return;
    this.syntaxErrorCount++;
    this.syntaxErrors.add(errorKind, from, to, repairAt);
  }

  /** Withdraws the last syntax errors that begin at or after an offset. */
  retract(from: number): void {
    this.syntaxErrorCount -= this.syntaxErrors.retract(from);
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

  /** Whether the first member of the innermost container is being read. */
  isInFirstMember(): boolean {
    const { isFirst, members } = this.top();
    return isFirst && members === 0;
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

  /** Number of levels of containers that may still be opened. */
  get levelsLeft(): number {
    return maxLevels + 1 - this.frames.length;
  }

  key(from: number, to: number, info: number): void {
    this.top().keyRow = this.rows.add(info, from, to);
  }

  /** Turns the value just read, a string, into the next key, because a colon follows. */
  valueToKey(name: number): void {
    const frame = this.top();
    const row = this.rows.count - 1;
    this.rows.setNext(row - 1, row);
    this.rows.setInfo(row, Kind.key | (this.rows.flags(row) << flagShift) | (name << nameShift));
    frame.lastTo = this.rows.to(row - 1);
    frame.keyRow = row;
  }

  /** Leaves out the value just read, a string: its key awaits another. */
  dropValue(): void {
    const frame = this.top();
    const row = --this.rows.count;
    frame.keyRow = row - 1;
    frame.members--;
    frame.lastTo = this.rows.to(row - 1);
  }

  /** Turns the value just read, a string, into the first key of an object without a bracket. */
  valueToObject(name: number): void {
    const { rows } = this;
    const frame = this.top();
    const row = rows.count - 1;
    const [from, to, flags] = [rows.from(row), rows.to(row), rows.flags(row)];
    rows.count = row;
    frame.keyRow = row - 1;
    frame.members--;
    frame.lastTo = rows.to(row - 1);
    this.open(Kind.object, from, 0);
    this.key(from, to, Kind.key | (flags << flagShift) | (name << nameShift));
  }

  /** Whether a key awaits its value; false after a colon whose name is missing. */
  hasPendingKey(): boolean {
    return this.top().keyRow >= 0;
  }

  /** The key that awaits its value, with its quotes. */
  pendingKey(): Range {
    const row = this.top().keyRow;
    return { from: this.rows.from(row), to: this.rows.to(row) };
  }

  /** Replaces what is known of the key that awaits its value. */
  setPendingKey(info: number): void {
    this.rows.setInfo(this.top().keyRow, info);
  }

  /** End of the key that awaits its value. */
  pendingKeyTo(): number {
    return this.rows.to(this.top().keyRow);
  }

  /** Ends a property without a value. */
  endKey(): void {
    this.completeMember(this.pendingKeyTo());
    this.top().lastIsName = true;
  }

  /** Start of the last member if it is incomplete or ends with text that is not JSON; else -1. */
  truncatedMember(isLast: (to: number) => boolean): number {
    const { rows } = this;
    const row = rows.count - 1;
    if (this.hasPendingKey()) return rows.from(this.top().keyRow);
    if (row < this.top().firstRow || !isTruncated(rows.kind(row), rows.flags(row)) || !isLast(rows.to(row)))
      return -1;
    const isInObject = this.top().kind === Kind.object && row > this.top().firstRow;
    return isInObject && rows.kind(row - 1) === Kind.key ? rows.from(row - 1) : rows.from(row);
  }

  /** Whether the last value is text that is not JSON. */
  lastIsInvalid(): boolean {
    return this.rows.endsInvalid();
  }

  /** Whether the innermost container has a member, and its last one is not a name without a value. */
  endsWithValue(): boolean {
    const { lastTo, interior, lastIsName } = this.top();
    return lastTo > interior && !lastIsName;
  }

  /** The last value if it is a string under a key; else null. `key` is the number of that key. */
  lastString(): (Range & { keyFrom: number; keyTo: number; key: number; flags: number }) | null {
    const { rows } = this;
    const row = rows.count - 1;
    if (row < 1 || this.top().kind !== Kind.object) return null;
    if (rows.kind(row) !== Kind.string || rows.kind(row - 1) !== Kind.key) return null;
    const key = keyNumberOf(rows.info(row - 1));
    return {
      from: rows.from(row),
      to: rows.to(row),
      keyFrom: rows.from(row - 1),
      keyTo: rows.to(row - 1),
      key,
      flags: rows.flags(row),
    };
  }

  scalar(kind: Kind, flags: number, range: Range): void {
    this.rows.add(kind | (flags << flagShift), range.from, range.to);
    this.completeMember(range.to);
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
    frame.high = depth;
    frame.lastTo = frame.interior;
    frame.lastIsName = false;
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
      if (members > 0) {
        frame.lastTo = frames[at + FrameField.lastTo]!;
        frame.lastIsName = false;
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
        const { breaks } = frame;
        this.pack(i, memberRow, { to: memberFrom, ending: Ending.next, seen });
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

function isTruncated(kind: number, flags: number): boolean {
  return kind === Kind.invalid || (kind === Kind.string && (flags & Flag.broken) !== 0);
}
