/**
 * The message at the first trajectory without a reward in a group where others have one; null if none or all of them
 * have none. The counts are those of trajectories with and without.
 */
export function missingReward(counts: { readonly with: number; readonly without: number }): string | null {
  if (counts.with === 0 || counts.without === 0) return null;
  if (counts.without === 1) return 'This trajectory has no reward. All others of its group have one.';
  const [some, all] = [counts.without, counts.with + counts.without].map((count) =>
    count.toLocaleString('en'),
  );
  return `${some} of ${all} trajectories of this group have no reward. This is the first of them.`;
}
