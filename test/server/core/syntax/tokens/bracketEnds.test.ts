import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BracketEnds } from '../../../../../server/core/syntax/tokens/ends/bracketEnds';
import { noUnit } from '../../../../../server/core/text/text';
import { inputs } from '../../../../budget';

const endsIn = (text: string): BracketEnds =>
  new BracketEnds((at) => (at < text.length ? text.charCodeAt(at) : noUnit));
const openersIn = (text: string): number[] => [...text.matchAll(/[([{]/g)].map(({ index }) => index);

it.each([
  ['(a, [b], {c})', 13],
  ['[")", \']\', "\\"]"]', 17],
  ['[(])', -1],
  ['["]', -1],
  ['[\n]', -1],
  // The name of the next property.
  ['(a "b" : 1)', -1],
  ['[a "b" : 1]', 11],
])('%j ends at %i', (text, end) => {
  expect(endsIn(text).of(0).end).toBe(end);
});

it.each([
  [5000, 5000],
  [5001, -1],
])('a bracket that ends after %i code units ends at %i', (length, end) => {
  expect(endsIn(`[${'x'.repeat(length - 2)}]`).of(0).end).toBe(end);
});

const texts = fc
  .tuple(
    fc.array(fc.constantFrom('(', ')', '[', ']', '{', '}', '"', "'", '\\', ':', ' ', '\n', 'word')),
    fc.integer({ min: 1, max: 2000 }),
  )
  .map(([pieces, times]) => pieces.join('').repeat(times).slice(0, 20_000));

it('finds the same end, whatever was found before', () => {
  fc.assert(
    fc.property(texts, fc.array(fc.nat(), { maxLength: 20 }), (text, choices) => {
      const openers = openersIn(text);
      if (openers.length === 0) return;
      const ends = endsIn(text);
      for (const choice of choices) {
        const at = openers[choice % openers.length]!;
        expect(ends.of(at)).toEqual(endsIn(text).of(at));
      }
    }),
    inputs(200),
  );
});

it.each(['["\\"', '["[]', '[', '("a"[', '{\'"', 'f(\\"'])(
  'does not scan text again and again: %s',
  (piece) => {
    const text = piece.repeat(20_000);
    let read = 0;
    const ends = new BracketEnds((at) => {
      read++;
      return at < text.length ? text.charCodeAt(at) : noUnit;
    });
    for (const at of openersIn(text)) ends.of(at);
    expect(read).toBeLessThan(20 * text.length);
  },
);

it('tells how far it has read', () => {
  const text = `f("x"${' '.repeat(80)}: 1)`;
  const { end, seenTo } = endsIn(text).of(1);
  expect(end).toBe(-1);
  expect(seenTo).toBeGreaterThan(text.indexOf(':'));
});
