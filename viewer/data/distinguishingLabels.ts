import type { Layout } from './columns/columns';
import type { Labels } from './columns/labels';

/**
 * At most two label columns that tell items apart: the one that differs most between groups (`task_id`), and one that
 * differs within each group (`trial`), of few values rather than a name for each trajectory. Without one of either, the
 * second of the other. Columns with one value everywhere are left out.
 */
export function distinguishingLabels(layout: Layout, labels: ReadonlyMap<string, Labels>): string[] {
  const kinds = [...labels]
    .map(([name, one]) => ({ name, ...differencesIn(layout, one) }))
    .filter(({ distinct }) => distinct > 1);
  const groups = kinds.filter(({ ofGroup }) => ofGroup).sort((a, b) => b.distinct - a.distinct);
  const members = kinds
    .filter(({ ofGroup }) => !ofGroup)
    .sort((a, b) => a.repeated - b.repeated || a.distinct - b.distinct);
  const [[group, ...otherGroups], [member, ...otherMembers]] = [groups, members];
  return [group, member, ...otherGroups, ...otherMembers]
    .flatMap((kind) => (kind === undefined ? [] : [kind.name]))
    .slice(0, 2);
}

/**
 * Whether each group has one value for all its trajectories, the number of distinct values, and how often one occurs
 * again in a group.
 */
function differencesIn({ groups, starts }: Layout, { texts, values }: Labels) {
  // The last group, from 1, with each value.
  const groupWith = new Int32Array(texts.length);
  let [distinct, repeated] = [0, 0];
  let ofGroup = true;
  for (let group = 0; group < groups; group++) {
    const first = values[starts[group]!];
    for (let i = starts[group]!; i < starts[group + 1]!; i++) {
      const code = values[i]!;
      if (code !== first) ofGroup = false;
      if (code < 0) continue;
      if (groupWith[code] === 0) distinct++;
      if (groupWith[code] === group + 1) repeated++;
      groupWith[code] = group + 1;
    }
  }
  return { ofGroup, distinct, repeated };
}

/** The value shared by all trajectories of a group; null if they differ or have none. */
export function sharedLabel({ starts }: Layout, { texts, values }: Labels, group: number): string | null {
  const [from, to] = [starts[group]!, starts[group + 1]!];
  if (from === to) return null;
  const first = values[from]!;
  for (let i = from + 1; i < to; i++) if (values[i] !== first) return null;
  return first < 0 ? null : texts[first]!;
}
