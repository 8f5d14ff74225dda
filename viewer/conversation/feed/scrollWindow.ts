/** Messages in one scroll window: browsers limit heights to about 17 to 33 million pixels. */
export const maxMessagesInWindow = 20_000;

/**
 * The first message of the window that contains `wanted`. Keeps the window at `before` if that contains it, or if
 * nothing is wanted.
 */
export function firstOfWindow(before: number, wanted: number | null, total: number): number {
  const last = Math.max(0, total - maxMessagesInWindow);
  const isIn = wanted === null || (wanted >= before && wanted < before + maxMessagesInWindow);
  const first = isIn ? before : wanted - maxMessagesInWindow / 2;
  return Math.max(0, Math.min(first, last));
}
