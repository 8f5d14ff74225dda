import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noFilters } from '../../../viewer/data/filtering/filters';
import { firstSettings, settingsFrom } from '../../../viewer/data/settings';
import { inputs } from '../../budget';

describe('Saved settings', () => {
  it('are restored unchanged', () => {
    const kept = {
      ...firstSettings,
      filters: {
        text: 'a',
        tool: 'book',
        traits: ['withSpread'],
        ranges: [{ measure: 'reward', from: 0, to: 1 }],
        conditions: [{ column: 'startTime', comparison: '≥', value: '2024-05-15' }],
      },
      order: { by: 'label:task', isDescending: true },
      threshold: 0.5,
      labels: ['task'],
      unfolded: [3, 4],
      folds: [['card 1', true]],
    } as const;
    expect(settingsFrom(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  });

  it('fall back to the defaults where they do not have the expected format', () => {
    const kept = {
      filters: { text: 1 },
      order: null,
      threshold: 'high',
      labels: {},
      isFlat: 'yes',
      other: 1,
    };
    expect(settingsFrom(kept)).toEqual(firstSettings);
  });

  it.each([
    { value: 'tokens' },
    { length: 'tokens' },
    { order: { by: 'tokens', isDescending: true } },
    { filters: { ...noFilters, tool: 1 } },
    { filters: { ...noFilters, traits: ['long'] } },
    { filters: { ...noFilters, ranges: [{ measure: 'constructor', from: 0, to: 1 }] } },
    { filters: { ...noFilters, conditions: [{ column: 'tokens', comparison: '=', value: '1' }] } },
  ])('fall back to the defaults where they name what another version has: %j', (kept) => {
    expect(settingsFrom(kept)).toEqual(firstSettings);
  });

  it('always have the shape that the view relies on', () => {
    const names = fc.constantFrom(...Object.keys(firstSettings), 'other');
    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue()), (kept) => {
        const settings = settingsFrom(kept);
        expect(Object.keys(settings)).toEqual(Object.keys(firstSettings));
        expect(typeof settings.filters.text).toBe('string');
        expect(Array.isArray(settings.filters.ranges)).toBe(true);
        expect(typeof settings.order.by).toBe('string');
        expect(Array.isArray(settings.unfolded)).toBe(true);
      }),
      inputs(300),
    );
  });
});
