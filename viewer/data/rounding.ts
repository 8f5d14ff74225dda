/**
 * Smaller differences of computed numbers of these sizes, such as means, come from rounding. `areEqual` of the server
 * has the same limit.
 */
export function roundingOf(a: number, b = a): number {
  return 1e-12 * Math.max(1, Math.abs(a), Math.abs(b));
}

/** How far beyond a limit a value may be by rounding: 0.7 + 0.2 + 0.1 is 0.9999999999999999. Whole numbers stay apart. */
export function slackOf(limit: number): number {
  return Math.min(roundingOf(limit), 1e-3);
}

/** Whether a value reaches a limit, or misses it only by rounding. */
export function reaches(value: number, limit: number): boolean {
  return value >= limit - slackOf(limit);
}

/** What was computed from numbers of these sizes; 0 if it is only their rounding. 0.1 + 0.2 − 0.3 is 5.6e-17. */
export function withoutRounding(value: number, a = value, b = a): number {
  return Math.abs(value) < roundingOf(a, b) ? 0 : value;
}
