import { firstHigh, lastHigh } from './characters';

/** Removes half of a surrogate pair at the end. */
export function wholePairs(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= firstHigh && last <= lastHigh ? text.slice(0, -1) : text;
}
