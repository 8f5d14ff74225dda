import type { Edit } from '../../text/text';
import { SyntaxErrorKind } from '../syntaxErrors';
import type { Context } from './context';
import { type Branch, Ending, type Part, syntaxErrorStride } from './tree';

/** A replaced range of text: `[oldFrom, oldTo)` of the old text is `[newFrom, newTo)` of the new one. */
export interface Change {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** Limits of reuse: the parts have fewer syntax errors in total, and at most this many levels each. */
export interface Limits {
  readonly syntaxErrors: number;
  readonly levels: number;
}

/** Beyond this number, changes merge into one that covers them all: reparsing is cheaper than many changes. */
const maxChanges = 500;

/**
 * Adds an edit of the new text to the changes that led to it: `[from, to)` was replaced by `length` code units. Changes
 * stay sorted and disjoint.
 */
export function addChange(changes: readonly Change[], from: number, to: number, length: number): Change[] {
  const shift = length - (to - from);
  const before = changes.filter((change) => change.newTo < from);
  const after = changes.filter((change) => change.newFrom > to);
  const first = changes[before.length];
  const touches = before.length + after.length < changes.length;
  const last = touches ? changes[changes.length - after.length - 1] : undefined;
  const delta = shiftBehind(before[before.length - 1]);
  const merged: Change = {
    oldFrom: touches && first!.newFrom <= from ? first!.oldFrom : from + delta,
    oldTo: last !== undefined && last.newTo >= to ? last.oldTo : to + (last ? shiftBehind(last) : delta),
    newFrom: touches ? Math.min(from, first!.newFrom) : from,
    newTo: Math.max(to, last?.newTo ?? to) + shift,
  };
  const moved = after.map((change) => ({
    ...change,
    newFrom: change.newFrom + shift,
    newTo: change.newTo + shift,
  }));
  const all = [...before, merged, ...moved];
  return all.length > maxChanges ? [covering(all[0]!, all[all.length - 1]!)] : all;
}

/** Converts sorted edits, whose offsets all refer to the old text, to disjoint changes. */
export function changesOf(edits: readonly Edit[]): Change[] {
  const changes: Change[] = [];
  let shift = 0;
  for (const { from, to, insert } of edits) {
    const last = changes[changes.length - 1];
    const start = { oldFrom: from, newFrom: from + shift };
    shift += insert.length - (to - from);
    const end = { oldTo: to, newTo: to + shift };
    if (last === undefined || last.oldTo < from) changes.push({ ...start, ...end });
    else changes[changes.length - 1] = { ...last, ...end };
  }
  return changes;
}

function covering(first: Change, last: Change): Change {
  return { oldFrom: first.oldFrom, oldTo: last.oldTo, newFrom: first.newFrom, newTo: last.newTo };
}

function shiftBehind(change: Change | undefined): number {
  return change === undefined ? 0 : change.oldTo - change.newTo;
}

/**
 * Walks forward through the old tree while the parser reads the new text, and returns the parts that the changes left
 * intact.
 */
export class Reuse {
  private readonly changes: readonly Change[];
  private change = 0;
  /** Branches from the root down to the current one, and the offset of each in the old text. */
  private readonly path: Branch[];
  private readonly offsets: number[] = [0];

  constructor(root: Branch, changes: readonly Change[]) {
    this.path = [root];
    this.changes = changes;
  }

  /**
   * Consecutive intact parts from an offset of the new text on, in the same context and within the limits; empty if
   * there are none. Offsets must not decrease from call to call.
   */
  run(offset: number, context: Context, isFirst: boolean, limits: Limits): readonly Part[] {
    const old = this.oldOffset(offset);
    if (old < 0) return [];
    const index = this.seek(old);
    if (index < 0) return [];
    const branch = this.path[this.path.length - 1]!;
    const first = branch.parts[index]!;
    if (first.context !== context || first.isFirst !== isFirst) return [];
    // This container has its bracket.
    if (isFirst && lacksBracket(first)) return [];
    // Whether an array begins here depends on the value before it.
    if (beginsWith(first, SyntaxErrorKind.missingArray)) return [];
    // Its first token followed a syntax error, which may have suppressed one of its own.
    if (branch.parts[index - 1]?.ending === Ending.broken) return [];
    const limit =
      this.change < this.changes.length ? this.changes[this.change]!.oldFrom : Number.POSITIVE_INFINITY;
    const from = this.offsets[this.offsets.length - 1]!;
    let end = index;
    let syntaxErrors = 0;
    while (end < branch.parts.length) {
      const part = branch.parts[end]!;
      syntaxErrors += part.syntaxErrorCount;
      if (part.ending === Ending.broken || from + branch.starts[end + 1]! + part.reach > limit) break;
      if (syntaxErrors >= limits.syntaxErrors || part.depth > limits.levels) break;
      end++;
    }
    return branch.parts.slice(index, end);
  }

  /**
   * The first offset at or after `offset` where `run` can find a part. No part begins inside a change or inside a
   * pack.
   */
  nextReusable(offset: number): number {
    const old = this.oldOffset(offset);
    const change = this.changes[this.change];
    const from = old < 0 ? change!.oldTo : old;
    this.seek(from);
    const { starts, parts, length } = this.top();
    const start = this.topStart();
    const index = partAt(this.top(), from - start);
    // Before the first part of a branch, or behind its last one.
    if (index < 0) return this.newOffset(start + (from - start < starts[0]! ? starts[0]! : length));
    const isInPack = parts[index]!.type === 'pack' && (old >= 0 || start + starts[index]! < from);
    if (isInPack) return this.newOffset(start + starts[index + 1]!);
    return old < 0 ? change!.newTo : offset;
  }

  /** Maps an offset of the old text, not passed yet, to the new text; inside a change, to its start. */
  private newOffset(old: number): number {
    let next = this.change;
    while (next < this.changes.length && this.changes[next]!.oldTo <= old) next++;
    const change = this.changes[next];
    if (change !== undefined && change.oldFrom < old) return change.newFrom;
    const previous = this.changes[next - 1];
    return previous === undefined ? old : old - previous.oldTo + previous.newTo;
  }

  /** Maps an offset of the new text to the old text; -1 inside a change. Leaves `change` at the next change. */
  private oldOffset(offset: number): number {
    while (this.change < this.changes.length && this.changes[this.change]!.newTo <= offset) this.change++;
    const next = this.changes[this.change];
    if (next !== undefined && next.newFrom <= offset) return -1;
    const previous = this.changes[this.change - 1];
    return previous === undefined ? offset : offset - previous.newTo + previous.oldTo;
  }

  /** Walks to the part that begins at an old offset: its index in the innermost branch of the path, or -1. */
  private seek(old: number): number {
    while (this.path.length > 1 && old >= this.topStart() + this.top().length) this.leave();
    for (;;) {
      const branch = this.top();
      const start = this.topStart();
      const index = partAt(branch, old - start);
      if (index < 0) return -1;
      const partStart = start + branch.starts[index]!;
      if (partStart === old) return index;
      const part = branch.parts[index]!;
      if (part.type === 'pack') return -1;
      this.path.push(part);
      this.offsets.push(partStart);
    }
  }

  private top(): Branch {
    return this.path[this.path.length - 1]!;
  }

  private topStart(): number {
    return this.offsets[this.offsets.length - 1]!;
  }

  private leave(): void {
    this.path.pop();
    this.offsets.pop();
  }
}

/** Whether the container that a part begins had no opening bracket. */
function lacksBracket(part: Part): boolean {
  return beginsWith(part, SyntaxErrorKind.missingBracket) || beginsWith(part, SyntaxErrorKind.missingList);
}

/** Whether a part has a syntax error of a kind at its first token, which may have others. */
function beginsWith({ syntaxErrors }: Part, errorKind: SyntaxErrorKind): boolean {
  for (let i = 0; i < syntaxErrors.length && syntaxErrors[i + 1]! <= 0; i += syntaxErrorStride)
    if (syntaxErrors[i] === errorKind) return true;
  return false;
}

/** Index of the part of a branch that contains an offset relative to the branch; -1 in its head or tail. */
export function partAt(branch: Branch, offset: number): number {
  const { starts, parts } = branch;
  if (offset < starts[0]! || offset >= starts[parts.length]!) return -1;
  let low = 0;
  let high = parts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
