/**
 * A half-open range of UTF-16 code units: `[from, to)`. Both are integers, never `Infinity`: after one range with another
 * number, V8 stores the offsets of all objects that begin with `from` and `to` as doubles, and everything slows down.
 */
export interface Range {
  readonly from: number;
  readonly to: number;
}
