import { firstHigh, firstLow, lastHigh, lastLow } from './characters';

/** Whether two code units are a surrogate pair: one character. */
export function isPair(first: number, second: number): boolean {
  return first >= firstHigh && first <= lastHigh && second >= firstLow && second <= lastLow;
}

/** Removes half of a surrogate pair at the end. */
export function wholePairs(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= firstHigh && last <= lastHigh ? text.slice(0, -1) : text;
}
