import type { Units } from './units';

/** Calls of a trajectory that are read here; one with more is not plain. */
const maxCalls = 256;
/** Code units of an id that is read here. */
const maxIdLength = 128;

/** The ids of the calls of one trajectory, and which of them have a result. */
export class OpenCalls {
  count = 0;
  private readonly ids = new Uint16Array(maxCalls * maxIdLength);
  /** By call: the end of its id in `ids`, the turn that makes it, and whether it is answered. */
  private readonly ends = new Int32Array(maxCalls + 1);
  private readonly turns = new Int32Array(maxCalls);
  private readonly isAnswered = new Uint8Array(maxCalls);
  /** The first call that may be open. */
  private first = 0;

  clear(): void {
    this.count = 0;
    this.first = 0;
  }

  /** Adds a call with the id `[from, to)`; false if it is too much. */
  add(units: Units, { from, to }: { from: number; to: number }, turn: number): boolean {
    if (this.count === maxCalls || to - from > maxIdLength) return false;
    const start = this.ends[this.count]!;
    units.copy(from, to, this.ids, start);
    this.turns[this.count] = turn;
    this.isAnswered[this.count] = 0;
    this.ends[++this.count] = start + to - from;
    return true;
  }

  /** Answers the open calls with an id; false if there is none. */
  answer(units: Units, { from, to }: { from: number; to: number }): boolean {
    let isKnown = false;
    for (let call = this.first; call < this.count; call++) {
      const range = { start: this.ends[call]!, end: this.ends[call + 1]! };
      if (this.isAnswered[call] === 1 || range.end - range.start !== to - from) continue;
      if (!units.areAt(from, this.ids, range)) continue;
      this.isAnswered[call] = 1;
      isKnown = true;
    }
    while (this.first < this.count && this.isAnswered[this.first] === 1) this.first++;
    return isKnown;
  }

  /** Whether all calls before a turn are answered. */
  areAnsweredBefore(turn: number): boolean {
    for (let call = this.first; call < this.count && this.turns[call]! < turn; call++)
      if (this.isAnswered[call] === 0) return false;
    return true;
  }
}
