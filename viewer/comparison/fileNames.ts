import type { Match } from '../data/matching/matches';
import { counted } from '../format/numbers';
import { visibleName } from '../format/visibleText';
import type { LoadedComparison } from '../state/loadedComparison';
import { type MatchedFiles, matchedFiles, matchOf } from '../state/matching';
import type { View } from '../state/view';

/** The name of a file, as the host writes it. */
export function fileName({ document, other }: View, isOther: boolean): string {
  return (isOther ? other : document)?.name ?? '';
}

/** `task_id 44`, or `Group 44` if groups are matched by their index. Not escaped. */
export function matchName({ key }: MatchedFiles, { label, own }: Match): string {
  return key === null ? `Group ${counted(own[0]! + 1)}` : `${key} ${label}`;
}

/** The heading of a comparison: `task_id 44 · Group 45 · Group 12`. */
export function matchTitle(view: View, { trajectories, refs }: LoadedComparison): string {
  const matched = matchedFiles(view);
  const match = matched?.matching.matches[matchOf(view, refs[0]!)];
  const groups = new Set(trajectories.map(({ group }) => `Group ${counted(group + 1)}`));
  const name = matched === null || match === undefined ? [] : [visibleName(matchName(matched, match))];
  return [...new Set([...name, ...groups])].join(' · ');
}
