import { maxDecodedBytes } from './layout';

/** Free arrays that are kept: as many as a window of a stream has. */
const maxFree = 128;

/**
 * Arrays of code units for a stream of chunks, which are used again once nobody uses them: new ones would keep the
 * garbage collector busy all the time.
 */
export class UnitsPool {
  private readonly free: ArrayBuffer[] = [];
  /** By how many an array is used. */
  private readonly uses = new WeakMap<Uint16Array, number>();

  /** An array with the same units, at most `maxDecodedBytes` of them. The caller uses it until it releases it. */
  copyOf(units: Uint16Array): Uint16Array {
    const buffer = this.free.pop() ?? new ArrayBuffer(2 * maxDecodedBytes);
    const copy = new Uint16Array(buffer, 0, units.length);
    copy.set(units);
    this.uses.set(copy, 1);
    return copy;
  }

  /** Says that an array, which need not be of this pool, is used by one more. */
  retain(units: Uint16Array): void {
    const count = this.uses.get(units);
    if (count !== undefined) this.uses.set(units, count + 1);
  }

  /** Says that an array is used by one less. After the last, its content may change. */
  release(units: Uint16Array): void {
    const count = this.uses.get(units);
    if (count === undefined) return;
    this.uses.set(units, count - 1);
    if (count > 1) return;
    this.uses.delete(units);
    if (this.free.length < maxFree) this.free.push(units.buffer as ArrayBuffer);
  }
}
