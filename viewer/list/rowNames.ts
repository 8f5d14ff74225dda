import type { Columns } from '../data/columns/columns';
import { sharedLabel } from '../data/distinguishingLabels';
import { titleOf } from '../data/measures';
import { counted, plural, short, signed, spreadWords } from '../format/numbers';
import { numberOf } from '../format/trajectoryNumber';
import { visibleName } from '../format/visibleText';
import { shownLabels, summaryOf } from '../state/selectors';
import type { View } from '../state/view';

/** Accessible names of rows. */

export function groupName(view: View, columns: Columns, group: number): string {
  const { mean, deviation, count } = summaryOf(columns, view.settings).groups;
  const size = columns.starts[group + 1]! - columns.starts[group]!;
  const labels = shownLabels(columns, view.settings).flatMap((name) => {
    const label = sharedLabel(columns, columns.labels.get(name)!, group);
    return label === null ? [] : [visibleName(`${name} ${label}`)];
  });
  const values =
    count[group] === 0 ? ['no value'] : [`mean ${short(mean[group]!)}`, spreadWords(deviation[group]!)];
  if (count[group]! > 0 && count[group]! < size)
    values.unshift(`${counted(count[group]!)} of ${counted(size)} with a value`);
  const facts = [...labels, plural(size, 'trajectory', 'trajectories'), ...values];
  return `Group ${counted(group + 1)}: ${facts.join(', ')}`;
}

export function trajectoryName(view: View, columns: Columns, trajectory: number, isAlone: boolean): string {
  const { settings } = view;
  const { values, advantages, says } = summaryOf(columns, settings);
  const problems = columns.problems[trajectory]!;
  const facts = [
    `${visibleName(titleOf(settings.value))} ${says(values[trajectory]!)}`,
    ...(Number.isNaN(advantages[trajectory]!) ? [] : [`advantage ${signed(advantages[trajectory]!)}`]),
    plural(columns.messages[trajectory]!, 'message'),
    ...(problems > 0 ? [plural(problems, 'problem')] : []),
  ];
  return `${numberOf(columns, trajectory, isAlone)}: ${facts.join(', ')}`;
}
