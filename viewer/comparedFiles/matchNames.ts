import { matchName } from '../comparison/fileNames';
import type { Match } from '../data/matching/matches';
import { titleOf } from '../data/measures';
import { counted, plural, short, signed } from '../format/numbers';
import { visibleName } from '../format/visibleText';
import { type MatchedFiles, sideOf } from '../state/matching';
import type { View } from '../state/view';

/** The accessible name of a row: `task_id 44: mean reward 0.25 before, 1 after, change +0.75, 4 and 4 trajectories`. */
export function matchRowName(view: View, matched: MatchedFiles, index: number): string {
  const { before, after, change } = matched.changes;
  const match = matched.matching.matches[index]!;
  const [first, second] = sizesOf(view, match);
  const facts = [
    `mean ${visibleName(titleOf(view.settings.value))} ${short(before[index]!)} before`,
    `${short(after[index]!)} after`,
    Number.isNaN(change[index]!) ? 'change not known' : `change ${signed(change[index]!)}`,
    `${counted(first)} and ${plural(second, 'trajectory', 'trajectories')}`,
  ];
  return `${visibleName(matchName(matched, match))}: ${facts.join(', ')}`;
}

/** Numbers of trajectories before and after. */
export function sizesOf(view: View, match: Match): readonly [number, number] {
  const size = (isOther: boolean) => {
    const { starts } = sideOf(view, isOther)!;
    const groups = isOther ? match.other : match.own;
    return groups.reduce((sum, group) => sum + starts[group + 1]! - starts[group]!, 0);
  };
  const { isSwapped } = view.settings.across;
  return [size(isSwapped), size(!isSwapped)];
}
