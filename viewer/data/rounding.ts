/** Smaller differences of computed numbers of these sizes, such as means, come from rounding. */
export function roundingOf(a: number, b = a): number {
  return 1e-12 * Math.max(1, Math.abs(a), Math.abs(b));
}
