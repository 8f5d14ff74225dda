/** A half-open range of UTF-16 code units: `[from, to)`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}
