import type { Layout } from './columns/columns';
import type { Labels } from './columns/labels';

/**
 * Label columns that tell items apart, best first: those whose values differ between groups (`task_id`) or within them
 * (`trial`). Columns with one value everywhere are left out.
 */
export function distinguishingLabels(layout: Layout, labels: ReadonlyMap<string, Labels>): string[] {
  const kinds = [...labels].map(([name, one]) => ({ name, ...differencesIn(layout, one) }));
  const groups = kinds.filter((kind) => kind.ofGroup && kind.distinct > 1);
  const members = kinds.filter((kind) => !kind.ofGroup && kind.distinct > 1);
  const byDistinct = (a: { distinct: number }, b: { distinct: number }) => b.distinct - a.distinct;
  return [...groups.sort(byDistinct), ...members.sort((a, b) => byDistinct(b, a))].map(({ name }) => name);
}

/** Whether each group has one value for all its trajectories, and the number of distinct values. */
function differencesIn({ groups, starts }: Layout, { texts, values }: Labels) {
  const seen = new Uint8Array(texts.length);
  let distinct = 0;
  let ofGroup = true;
  for (let group = 0; group < groups; group++) {
    const first = values[starts[group]!];
    for (let i = starts[group]!; i < starts[group + 1]!; i++) {
      const code = values[i]!;
      if (code !== first) ofGroup = false;
      if (code < 0 || seen[code] === 1) continue;
      seen[code] = 1;
      distinct++;
    }
  }
  return { ofGroup, distinct };
}

/** The value shared by all trajectories of a group; null if they differ or have none. */
export function sharedLabel({ starts }: Layout, { texts, values }: Labels, group: number): string | null {
  const [from, to] = [starts[group]!, starts[group + 1]!];
  if (from === to) return null;
  const first = values[from]!;
  for (let i = from + 1; i < to; i++) if (values[i] !== first) return null;
  return first < 0 ? null : texts[first]!;
}
