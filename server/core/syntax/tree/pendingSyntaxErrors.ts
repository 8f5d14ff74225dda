import { SyntaxErrorKind } from '../syntaxErrors';

const none: readonly number[] = [];

interface Pending {
  readonly errorKind: SyntaxErrorKind;
  readonly from: number;
  readonly to: number;
  readonly repairAt: number;
  isTaken: boolean;
}

/**
 * Mistakes that have been reported and wait for the part that they are in; offsets of the text. Those of a range
 * are found without a look at the others, of which a hundred thousand may wait for the containers around.
 */
export class PendingSyntaxErrors {
  /** In the order of where they begin; those that are taken go when there are many. */
  private list: Pending[] = [];
  private taken = 0;
  /** Those that have been reported since, in any order. */
  private fresh: Pending[] = [];

  add(errorKind: SyntaxErrorKind, from: number, to: number, repairAt: number): void {
    this.fresh.push({ errorKind, from, to, repairAt, isTaken: false });
  }

  /** Takes back those that were added last and begin at an offset or behind it; gives how many. */
  retract(from: number): number {
    let count = 0;
    for (; (this.fresh[this.fresh.length - 1]?.from ?? -1) >= from; count++) this.fresh.pop();
    return count;
  }

  /** Takes out those in a range of the text, in their order, with offsets relative to its beginning. */
  take(from: number, to: number): readonly number[] {
    if (this.fresh.length > 0) this.merge();
    const { list } = this;
    const found: number[] = [];
    for (let i = this.firstFrom(from); i < list.length && list[i]!.from <= to; i++) {
      const pending = list[i]!;
      // A missing comma belongs to the part of the value before it, also where nothing stands between.
      const anchor = pending.errorKind === SyntaxErrorKind.missingComma ? pending.from - 1 : pending.from;
      if (pending.isTaken || anchor < from || anchor >= to) continue;
      pending.isTaken = true;
      this.taken++;
      const { repairAt } = pending;
      found.push(
        pending.errorKind,
        pending.from - from,
        pending.to - from,
        repairAt < 0 ? -1 : repairAt - from,
      );
    }
    this.clean();
    return found.length === 0 ? none : found;
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

  /** Index of the first that does not begin before an offset. */
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
