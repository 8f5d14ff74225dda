import { rows } from './memory';

// How a tree stands in numbers: as in `syntax/tree.ts`, `nodeKind.ts` and `token.ts`.

@unmanaged
export class Row {
  info: i32 = 0;
  from: i32 = 0;
  to: i32 = 0;
  next: i32 = 0;
}

export const objectKind: i32 = 2;
export const arrayKind: i32 = 3;
export const stringKind: i32 = 4;
export const numberKind: i32 = 5;
export const trueKind: i32 = 6;
export const falseKind: i32 = 7;
export const nullKind: i32 = 8;
export const keyKind: i32 = 9;

const flagShift: i32 = 4;
export const nameShift: i32 = 16;
export const escapesFlag: i32 = 2 << flagShift;
export const extremeFlag: i32 = 4 << flagShift;
/** Flags of values that rules look at, and of names that are not spelled as they are meant. */
export const lookedAtFlags: i32 = (4 | 8) << flagShift;
export const misspelledFlags: i32 = (1 | 2 | 16) << flagShift;

export function rowAt(index: i32): Row {
  return changetype<Row>(rows + offsetof<Row>() * index);
}

export function kindOf(row: Row): i32 {
  return row.info & 15;
}

/** The number of the name in a row of a key. */
export function nameOf(row: Row): i32 {
  return (row.info >>> nameShift) & 0xff;
}
