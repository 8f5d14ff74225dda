import { describe, expect, it } from 'vitest';
import { measuredAll } from './measure';
import { schemaKinds } from './schemaKinds';
import { syntaxKinds } from './syntaxKinds';

/** Kinds of mistakes that may give more than one problem: brackets and marks without enough context. */
const hard: ReadonlySet<string> = new Set([
  'a { is missing',
  'a [ is missing',
  'a } for a ]',
  'a ] for a }',
  'an ellipsis',
  'a colon is missing',
  'cut off in a name',
]);

describe('A mistake in a real file', () => {
  const { outcomes, one, cleanedByFirst } = measuredAll([...syntaxKinds, ...schemaKinds], 1, 20_261_122);

  it('can be made in more than a hundred ways', () => {
    expect(outcomes.length).toBeGreaterThan(100);
    expect(outcomes.filter(({ tried }) => tried === 0)).toEqual([]);
  });

  it.each(outcomes.filter(({ kind }) => !hard.has(kind)))(
    '$kind: gives one problem',
    ({ tried, one: right, worst }) => {
      expect({ right, worst: worst?.problems }).toEqual({ right: tried, worst: undefined });
    },
  );

  it('that only writes values in another way is fixed without changing them', () => {
    expect(outcomes.filter(({ changed }) => changed > 0).map(({ kind }) => kind)).toEqual([]);
  });

  it('is nearly always one problem, and the first fix nearly always undoes it', () => {
    expect(one).toBeGreaterThan(0.97);
    expect(cleanedByFirst).toBeGreaterThan(0.92);
  });
});
