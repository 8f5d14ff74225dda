import { carriageReturn, lineFeed } from './characters';

/** Whether a code unit ends a line. */
export function isLineEnd(c: number): boolean {
  return c === lineFeed || c === carriageReturn;
}
