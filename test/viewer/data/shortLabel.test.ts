import { expect, it } from 'vitest';
import { shortLabel } from '../../../viewer/data/shortLabel';

it.each<[string, readonly string[], string]>([
  ['a long start in common', ['airline-rebooking-0036', 'airline-rebooking-0041'], '…0036'],
  ['up to the end of a word', ['airline-rebooking-0036', 'airline-rebooking-0037'], '…0036'],
  ['a label that is the start of others', ['airline-rebooking-', 'airline-rebooking-1'], '…'],
  ['a short start', ['task-36', 'task-41'], 'task-36'],
  ['no start', ['airline-rebooking-0036', 'retail-0041'], 'airline-rebooking-0036'],
  ['not within a character', ['airline-rebooking-😀', 'airline-rebooking-😁'], '…😀'],
  ['words without an end', ['airlinerebooking36', 'airlinerebooking41'], 'airlinerebooking36'],
  ['one label', ['airline-rebooking-0036'], 'airline-rebooking-0036'],
])('labels are shown without what they have in common: %s', (_, texts, shown) => {
  expect(shortLabel(texts, texts[0]!)).toBe(shown);
});

it('a longer list is looked at again', () => {
  const texts = ['airline-rebooking-0036', 'airline-rebooking-0041'];
  expect(shortLabel(texts, texts[0]!)).toBe('…0036');
  texts.push('retail');
  expect(shortLabel(texts, texts[0]!)).toBe('airline-rebooking-0036');
});
