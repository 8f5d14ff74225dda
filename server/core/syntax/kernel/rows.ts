import { Column, kindMask, nameMask, nameShift, stride, windowLength } from '../layout';

/** Rows as in a `RowTable`: at most one per code unit of the window. */
export const rows: usize = memory.data(4 * stride * windowLength, 16);

/** Reads a column of a row. */
export function column(row: i32, name: i32): i32 {
  return load<i32>(rows + 4 * (stride * row + name));
}

export function setColumn(row: i32, name: i32, value: i32): void {
  store<i32>(rows + 4 * (stride * row + name), value);
}

export function kindOf(row: i32): i32 {
  return column(row, Column.info) & kindMask;
}

/** The name number in a key's row. */
export function nameOf(row: i32): i32 {
  return (column(row, Column.info) >>> nameShift) & nameMask;
}
