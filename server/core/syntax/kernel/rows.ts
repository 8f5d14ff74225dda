import { Column, kindMask, nameMask, nameShift, stride, windowLength } from '../layout';

/** Rows as in a `RowTable`; each takes a code unit of a window at least. */
export const rows: usize = memory.data(4 * stride * windowLength, 16);

/** What a column says in a row. */
export function column(row: i32, name: i32): i32 {
  return load<i32>(rows + 4 * (stride * row + name));
}

export function setColumn(row: i32, name: i32, value: i32): void {
  store<i32>(rows + 4 * (stride * row + name), value);
}

export function kindOf(row: i32): i32 {
  return column(row, Column.info) & kindMask;
}

/** The number of the name in a row of a key. */
export function nameOf(row: i32): i32 {
  return (column(row, Column.info) >>> nameShift) & nameMask;
}
