import { firstIndex } from '../../firstIndex';
import { SyntaxErrorKind } from '../syntaxErrors';
import { noSyntaxErrors, syntaxErrorStride as stride } from './tree';

/** A reported syntax error; offsets of the text. */
export interface PendingSyntaxError {
  readonly errorKind: SyntaxErrorKind;
  readonly from: number;
  readonly to: number;
  readonly repairAt: number;
}

/** In place of the kind of an error. */
const isTaken = -1;

/**
 * Reported syntax errors that wait for the part that they are in; offsets of the text. Those in a range are found by
 * binary search, because 100,000 may wait for the enclosing containers. They are numbers in one array, because as many
 * objects take long to make and to visit.
 */
export class PendingSyntaxErrors {
  private numbers = new Int32Array(64 * stride);
  private count = 0;
  /** Those before it are sorted by start; those behind it were added since the last merge. */
  private merged = 0;
  private taken = 0;
  /** The numbers of the errors being taken. A part keeps a copy, which has no spare room. */
  private found = new Int32Array(64 * stride);

  add(errorKind: SyntaxErrorKind, from: number, to: number, repairAt: number): void {
    const at = this.count * stride;
    if (at === this.numbers.length) this.grow();
    const { numbers } = this;
    numbers[at] = errorKind;
    numbers[at + 1] = from;
    numbers[at + 2] = to;
    numbers[at + 3] = repairAt;
    this.count++;
  }

  /** Withdraws the errors of what begins at or after an offset, unless a part has them; returns their number. */
  retract(from: number): number {
    if (this.count > this.merged) this.merge();
    let kept = this.firstFrom(from);
    const before = this.count;
    for (let i = kept; i < before; i++) {
      const at = i * stride;
      if (this.numbers[at] === isTaken || this.anchorOf(i) < from)
        this.numbers.copyWithin(kept++ * stride, at, at + stride);
    }
    this.count = kept;
    this.merged = kept;
    return before - kept;
  }

  /** Takes the errors in a range of the text, in order, with offsets relative to its start. */
  take(from: number, to: number): Int32Array {
    if (this.count > this.merged) this.merge();
    if (this.found.length < this.count * stride) this.found = new Int32Array(this.numbers.length);
    const { numbers, found } = this;
    let size = 0;
    for (let i = this.firstFrom(from); i < this.count; i++) {
      const at = i * stride;
      const errorKind = numbers[at]!;
      const start = this.startOf(i);
      if (start > to) break;
      const anchor = this.anchorOf(i);
      if (errorKind === isTaken || anchor < from || anchor >= to) continue;
      const repairAt = numbers[at + 3]!;
      found[size++] = errorKind;
      found[size++] = start - from;
      found[size++] = numbers[at + 2]! - from;
      found[size++] = repairAt < 0 ? -1 : repairAt - from;
      numbers[at] = isTaken;
    }
    this.taken += size / stride;
    this.clean();
    return size === 0 ? noSyntaxErrors : found.slice(0, size);
  }

  /** Those that are in no part yet. */
  waiting(): PendingSyntaxError[] {
    const waiting: PendingSyntaxError[] = [];
    for (let at = 0; at < this.count * stride; at += stride) {
      const [errorKind, from, to, repairAt] = this.numbers.subarray(at, at + stride);
      if (errorKind !== isTaken)
        waiting.push({ errorKind: errorKind as SyntaxErrorKind, from: from!, to: to!, repairAt: repairAt! });
    }
    return waiting;
  }

  /** Start of an error. */
  private startOf(index: number): number {
    return this.numbers[index * stride + 1]!;
  }

  /** An offset in the part that an error belongs to. */
  private anchorOf(index: number): number {
    const start = this.startOf(index);
    const isBehind = isBehindValue(this.numbers[index * stride]!) && this.numbers[index * stride + 3]! < 0;
    return isBehind ? start - 1 : start;
  }

  private grow(): void {
    const larger = new Int32Array(2 * this.numbers.length);
    larger.set(this.numbers);
    this.numbers = larger;
  }

  /** Puts the added errors into order. Most are behind all others already. */
  private merge(): void {
    let least = Number.POSITIVE_INFINITY;
    let isSorted = true;
    for (let i = this.merged; i < this.count; i++) {
      const start = this.startOf(i);
      if (start < this.startOf(Math.max(0, i - 1))) isSorted = false;
      least = Math.min(least, start);
    }
    if (!isSorted) {
      let first = this.merged;
      while (first > 0 && this.startOf(first - 1) > least) first--;
      this.sort(first);
    }
    this.merged = this.count;
  }

  /** Sorts the errors from an index on; equal ones keep their order. */
  private sort(first: number): void {
    const old = this.numbers.slice(first * stride, this.count * stride);
    const order = Array.from({ length: this.count - first }, (_, i) => i * stride);
    order.sort((a, b) => old[a + 1]! - old[b + 1]!);
    for (const [i, at] of order.entries())
      this.numbers.set(old.subarray(at, at + stride), (first + i) * stride);
  }

  /** Index of the first error at or after an offset. */
  private firstFrom(offset: number): number {
    return firstIndex(this.count, (i) => this.startOf(i) >= offset);
  }

  /** Removes taken errors at the end, and all of them when they are the majority. */
  private clean(): void {
    const { numbers } = this;
    for (; this.count > 0 && numbers[(this.count - 1) * stride] === isTaken; this.taken--) this.count--;
    if (this.taken > this.count / 2) {
      let kept = 0;
      for (let i = 0; i < this.count; i++) {
        if (numbers[i * stride] === isTaken) continue;
        numbers.copyWithin(kept * stride, i * stride, (i + 1) * stride);
        kept++;
      }
      this.count = kept;
      this.taken = 0;
    }
    this.merged = this.count;
  }
}

/** Whether an error without a place for its repair begins where the value before it ends: it belongs to that value's part. */
function isBehindValue(errorKind: number): boolean {
  return errorKind === SyntaxErrorKind.missingComma || errorKind === SyntaxErrorKind.missingArray;
}

/** The error with other offsets. */
export function movedError(
  { errorKind, from, to, repairAt }: PendingSyntaxError,
  moved: (offset: number) => number,
): PendingSyntaxError {
  return {
    errorKind,
    from: moved(from),
    to: moved(to),
    repairAt: repairAt < 0 ? repairAt : moved(repairAt),
  };
}
