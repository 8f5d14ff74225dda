import { Column, stride } from '../layout';
import type { Kind } from './nodeKind';
import { flagsOf, kindOf } from './tree';

/** Slabs grow up to this number of rows. */
const maxSlabRows = 32768;
const noSlab = new Int32Array(0);

/**
 * The waiting rows, in document order with offsets of the text, and the slab that stores the rows of finished parts.
 */
export class RowTable {
  count = 0;
  private rows = new Int32Array(4096 * stride);
  private slab: Int32Array = noSlab;
  private used = 0;
  /** All slabs, and the number of those in use. */
  private readonly slabs: Int32Array[] = [];
  private inUse = 0;

  /** Forgets everything: the parts whose rows it stored are used no more. New memory takes longer than all the rest. */
  clear(): void {
    this.count = 0;
    this.slab = noSlab;
    this.used = 0;
    this.inUse = 0;
  }

  /** Adds a row without a subtree; returns its index. */
  add(info: number, from: number, to: number): number {
    this.reserve(1);
    const at = this.count * stride;
    this.rows[at] = info;
    this.rows[at + Column.from] = from;
    this.rows[at + Column.to] = to;
    this.rows[at + Column.next] = this.count + 1;
    return this.count++;
  }

  /** Appends rows whose `next` already fits here; returns the index of the first. */
  append(rows: Int32Array, count: number): number {
    const first = this.count;
    this.reserve(count);
    this.rows.set(rows.subarray(0, count * stride), first * stride);
    this.count += count;
    return first;
  }

  private reserve(count: number): void {
    const needed = (this.count + count) * stride;
    if (needed <= this.rows.length) return;
    const larger = new Int32Array(Math.max(needed, this.rows.length * 2));
    larger.set(this.rows);
    this.rows = larger;
  }

  info(row: number): number {
    return this.rows[row * stride]!;
  }

  from(row: number): number {
    return this.rows[row * stride + Column.from]!;
  }

  to(row: number): number {
    return this.rows[row * stride + Column.to]!;
  }

  kind(row: number): Kind {
    return kindOf(this.info(row));
  }

  flags(row: number): number {
    return flagsOf(this.info(row));
  }

  setInfo(row: number, info: number): void {
    this.rows[row * stride] = info;
  }

  setTo(row: number, to: number): void {
    this.rows[row * stride + Column.to] = to;
  }

  /** Index of the row behind a finished member. */
  next(row: number): number {
    return this.rows[row * stride + Column.next]!;
  }

  /** Sets the end of a row's subtree, exclusive. */
  setNext(row: number, next: number): void {
    this.rows[row * stride + Column.next] = next;
  }

  /** Drops the first rows; renumbers the rest from zero. */
  drop(count: number): void {
    this.rows.copyWithin(0, count * stride, this.count * stride);
    this.count -= count;
    for (let row = 0; row < this.count; row++) this.rows[row * stride + Column.next]! -= count;
  }

  private nextSlab(numbers: number): Int32Array {
    const { slabs, slab } = this;
    while (this.inUse < slabs.length) {
      const old = slabs[this.inUse++]!;
      if (old.length >= numbers) return old;
    }
    // Each slab is twice as long as the last: an edit needs few rows, a whole document many.
    const made = new Int32Array(Math.max(numbers, Math.min(2 * slab.length, maxSlabRows * stride)));
    this.inUse = slabs.push(made);
    return made;
  }

  /** Copies rows to the slab, with offsets relative to `base`; returns the slab and the first row. */
  store(from: number, to: number, base: number): { readonly rows: Int32Array; readonly row: number } {
    const numbers = (to - from) * stride;
    if (this.used + numbers > this.slab.length) {
      this.slab = this.nextSlab(numbers);
      this.used = 0;
    }
    const { rows, slab } = this;
    const start = this.used;
    for (let i = from * stride, o = start; o < start + numbers; i += stride, o += stride) {
      slab[o] = rows[i]!;
      slab[o + Column.from] = rows[i + Column.from]! - base;
      slab[o + Column.to] = rows[i + Column.to]! - base;
      slab[o + Column.next] = rows[i + Column.next]! - from;
    }
    this.used += numbers;
    return { rows: slab, row: start / stride };
  }
}
