/** The median; NaN for an empty list. */
export function median(numbers) {
  return quantile(numbers, 0.5);
}

/** The 95th percentile; for few numbers the largest one. */
export function percentile95(numbers) {
  return quantile(numbers, 0.95);
}

function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  if (sorted.length === 0) return Number.NaN;
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)];
  return share === 0.5 ? low + (sorted[Math.ceil(at)] - low) * (at % 1) : sorted[Math.ceil(at)];
}
