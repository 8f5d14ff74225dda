import { SyntaxErrorKind } from '../syntaxErrors';

const none: readonly number[] = [];

/** A reported syntax error; offsets of the text. */
export interface PendingSyntaxError {
  readonly errorKind: SyntaxErrorKind;
  readonly from: number;
  readonly to: number;
  readonly repairAt: number;
}

interface Pending extends PendingSyntaxError {
  isTaken: boolean;
}

/**
 * Reported syntax errors that wait for the part that they are in; offsets of the text. Those in a range are found by
 * binary search, because 100,000 may wait for the enclosing containers.
 */
export class PendingSyntaxErrors {
  /** Sorted by start. Taken entries are removed when they are the majority. */
  private list: Pending[] = [];
  private taken = 0;
  /** Errors added since the last merge, unsorted. */
  private fresh: Pending[] = [];
  /** The numbers of the errors being taken. A part keeps a copy, which has no spare room. */
  private readonly numbers: number[] = [];

  add(errorKind: SyntaxErrorKind, from: number, to: number, repairAt: number): void {
    this.fresh.push({ errorKind, from, to, repairAt, isTaken: false });
  }

  /** Withdraws the last added errors that begin at or after an offset; returns their number. */
  retract(from: number): number {
    let count = 0;
    for (; (this.fresh[this.fresh.length - 1]?.from ?? -1) >= from; count++) this.fresh.pop();
    return count;
  }

  /** Takes the errors in a range of the text, in order, with offsets relative to its start. */
  take(from: number, to: number): readonly number[] {
    if (this.fresh.length > 0) this.merge();
    const { list, numbers } = this;
    let count = 0;
    for (let i = this.firstFrom(from); i < list.length && list[i]!.from <= to; i++) {
      const pending = list[i]!;
      const anchor = isBehindValue(pending.errorKind) ? pending.from - 1 : pending.from;
      if (pending.isTaken || anchor < from || anchor >= to) continue;
      pending.isTaken = true;
      this.taken++;
      const { repairAt } = pending;
      numbers[count++] = pending.errorKind;
      numbers[count++] = pending.from - from;
      numbers[count++] = pending.to - from;
      numbers[count++] = repairAt < 0 ? -1 : repairAt - from;
    }
    this.clean();
    return count === 0 ? none : numbers.slice(0, count);
  }

  /** Those that are in no part yet. */
  waiting(): PendingSyntaxError[] {
    return [...this.list, ...this.fresh].filter(({ isTaken }) => !isTaken);
  }

  private merge(): void {
    const { list } = this;
    const fresh = this.fresh.sort((a, b) => a.from - b.from);
    this.fresh = [];
    let behind = list.length;
    while (behind > 0 && list[behind - 1]!.from > fresh[0]!.from) behind--;
    const tail = list.splice(behind);
    for (let t = 0, f = 0; t < tail.length || f < fresh.length; ) {
      const isOld = f === fresh.length || (t < tail.length && tail[t]!.from <= fresh[f]!.from);
      list.push(isOld ? tail[t++]! : fresh[f++]!);
    }
  }

  /** Index of the first error at or after an offset. */
  private firstFrom(offset: number): number {
    let low = 0;
    let high = this.list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.list[middle]!.from < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private clean(): void {
    const { list } = this;
    for (; list.length > 0 && list[list.length - 1]!.isTaken; this.taken--) list.pop();
    if (this.taken <= list.length / 2) return;
    this.list = list.filter(({ isTaken }) => !isTaken);
    this.taken = 0;
  }
}

/** Whether an error begins where the value before it ends: it belongs to the part of that value. */
function isBehindValue(errorKind: SyntaxErrorKind): boolean {
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
