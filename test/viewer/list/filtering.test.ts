import { expect, it } from 'vitest';
import { noFilters, type Trait } from '../../../viewer/data/filtering/filters';
import { firstSettings } from '../../../viewer/data/settings';
import { addTrait, toggleTrait } from '../../../viewer/list/filtering';
import type { View } from '../../../viewer/state/view';

it('A trait is added to those that are not about the same', () => {
  const view = { settings: firstSettings, update() {} } as View;
  const traits = (...chosen: Trait[]) => {
    view.settings = { ...firstSettings, filters: { ...noFilters, traits: chosen } };
  };
  const filtered = () => view.settings.filters.traits;
  traits('problems', 'withSpread');
  addTrait(view, 'unknownSpread');
  expect(filtered()).toEqual(['problems', 'unknownSpread']);
  toggleTrait(view, 'withoutSpread');
  expect(filtered()).toEqual(['problems', 'withoutSpread']);
  toggleTrait(view, 'problems');
  expect(filtered()).toEqual(['withoutSpread']);
  toggleTrait(view, 'withoutSpread');
  expect(filtered()).toEqual([]);
});
