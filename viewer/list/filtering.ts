import { type Filters, noFilters, type RangeFilter, type Trait } from '../data/filtering/filters';
import { setFind } from '../state/finding';
import { updateSettings, type View } from '../state/view';

/** Changes of the filters. Each one scrolls the list to its first row. */

export function setFilters(view: View, filters: Partial<Filters>): void {
  view.listRow = 0;
  view.listScrollWanted = true;
  updateSettings(view, { filters: { ...view.settings.filters, ...filters } });
}

export function clearFilters(view: View): void {
  setFilters(view, noFilters);
}

/** Also without the filter by hits of a search. */
export function showAll(view: View): void {
  clearFilters(view);
  if (view.settings.find.isFilter) setFind(view, { isFilter: false });
}

/** Sets the range of a measure, replacing an earlier one. */
export function setRangeFilter(view: View, range: RangeFilter, others: readonly RangeFilter[] = []): void {
  const replaced = [range, ...others];
  const kept = view.settings.filters.ranges.filter(
    ({ measure }) => !replaced.some((one) => one.measure === measure),
  );
  setFilters(view, { ranges: [...kept, ...replaced] });
}

/** Filters by a missing value of the shown measure. */
export function showMissing(view: View): void {
  const { value, filters } = view.settings;
  const kept = filters.conditions.filter((one) => one.column !== value || one.comparison !== 'missing');
  setFilters(view, { conditions: [...kept, { column: value, comparison: 'missing', value: '' }] });
}

/** A group has only one of these. */
const spreadTraits: readonly Trait[] = ['withSpread', 'withoutSpread', 'unknownSpread'];

export function addTrait(view: View, trait: Trait): void {
  setFilters(view, { traits: [...withoutLike(view, trait), trait] });
}

export function toggleTrait(view: View, trait: Trait): void {
  if (!view.settings.filters.traits.includes(trait)) addTrait(view, trait);
  else setFilters(view, { traits: withoutLike(view, trait) });
}

/** The traits without this one, and those that exclude it. */
function withoutLike({ settings }: View, trait: Trait): readonly Trait[] {
  const excluded = spreadTraits.includes(trait) ? spreadTraits : [trait];
  return settings.filters.traits.filter((one) => !excluded.includes(one));
}
