import type { Columns } from '../data/columns/columns';
import type { RangeFilter, Trait } from '../data/filtering/filters';
import { titleOf } from '../data/measures';
import { withoutRounding } from '../data/rounding';
import { moment } from '../format/numbers';
import { visibleName } from '../format/visibleText';
import { saying } from '../state/selectors';
import type { View } from '../state/view';
import { conditionText } from './conditionForm';

export const traitLabels: Readonly<Record<Trait, string>> = {
  withSpread: 'with spread',
  withoutSpread: 'without',
  unknownSpread: 'spread not known',
  unanswered: 'calls without a result',
  cutOff: 'cut off',
  problems: 'with problems',
};

/** The filters that are on, including that by hits of a search. */
export function filterNames({ settings }: View, columns: Columns): string[] {
  const { traits, text, tool, ranges, conditions } = settings.filters;
  return [
    ...traits.map((trait) => (trait === 'withoutSpread' ? 'without spread' : traitLabels[trait])),
    ...(text.trim() === '' ? [] : [`label or number “${visibleName(text.trim())}”`]),
    ...(tool === null ? [] : [`tool ${visibleName(tool)}`]),
    ...ranges.map((range) => rangeText(columns, range)),
    ...conditions.map(conditionText),
    ...(columns.hits === null ? [] : [`hits of “${visibleName(settings.find.text)}”`]),
  ];
}

export function rangeText(columns: Columns, { measure, from, to }: RangeFilter): string {
  const say = measure === 'startTime' ? moment : saying(columns, measure);
  const title = visibleName(titleOf(measure));
  if (withoutRounding(to - from, from, to) === 0) return `${title} = ${say(from)}`;
  return to === Number.MAX_VALUE ? `${title} ≥ ${say(from)}` : `${title} ${say(from)} to ${say(to)}`;
}
