import { Mistake } from './mistakes';
import { mistakeStride } from './tree';

const none: readonly number[] = [];

/** Mistakes that have been reported and wait for the part that they are in; offsets of the text. */
export class PendingMistakes {
  private list: number[] = [];

  add(mistake: Mistake, from: number, to: number, repairAt: number): void {
    this.list.push(mistake, from, to, repairAt);
  }

  /** Takes out those in a stretch of the text, with offsets relative to its beginning. */
  take(from: number, to: number): readonly number[] {
    if (this.list.length === 0) return none;
    const taken: number[] = [];
    const kept: number[] = [];
    for (let i = 0; i < this.list.length; i += mistakeStride) {
      const [mistake, start, end, repair] = this.list.slice(i, i + mistakeStride) as [
        number,
        number,
        number,
        number,
      ];
      // A missing comma belongs to the part of the value before it, also where nothing stands between.
      const anchor = mistake === Mistake.missingComma ? start - 1 : start;
      if (anchor >= from && anchor < to)
        taken.push(mistake, start - from, end - from, repair < 0 ? -1 : repair - from);
      else kept.push(mistake, start, end, repair);
    }
    this.list = kept;
    return taken.length === 0 ? none : taken;
  }
}
