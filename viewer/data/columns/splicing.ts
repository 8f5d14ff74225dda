import { noteChange } from './columnChanges';

/** The rows that a change removes and adds. */
export interface Cut {
  readonly from: number;
  readonly removed: number;
  readonly added: number;
}

/** A column of NaN. */
export function floatColumn(length: number): Float64Array {
  return new Float64Array(length).fill(Number.NaN);
}

export function integerColumn(length: number, value: number): Int32Array {
  return new Int32Array(length).fill(value);
}

/**
 * Applies a cut to a column. Returns the same object if no value changed, so that derived data stays valid. Overwrites
 * the memory when the length stays the same: most edits leave the rows in place.
 */
export function splicedFloats(old: Float64Array, cut: Cut, rows: Float64Array): Float64Array {
  return spliced(old, cut, rows, (length) => new Float64Array(length));
}

export function splicedIntegers(old: Int32Array, cut: Cut, rows: Int32Array): Int32Array {
  return spliced(old, cut, rows, (length) => new Int32Array(length));
}

interface NumberArray<Self> extends ArrayBufferView {
  readonly length: number;
  readonly [index: number]: number;
  set(values: Self, at?: number): void;
  subarray(from: number, to?: number): Self;
}

function spliced<Values extends NumberArray<Values>>(
  old: Values,
  { from, removed, added }: Cut,
  rows: Values,
  make: (length: number) => Values,
): Values {
  if (removed !== added || old.length === 0) {
    const result = make(old.length - removed + added);
    result.set(old.subarray(0, from));
    result.set(old.subarray(from + removed), from + added);
    result.set(rows, from);
    return result;
  }
  let same = 0;
  while (same < added && Object.is(old[from + same], rows[same])) same++;
  if (same === added) return old;
  old.set(rows, from);
  // A new object on the same memory.
  const result = old.subarray(0);
  noteChange(result, { from: from + same, to: from + added });
  return result;
}
