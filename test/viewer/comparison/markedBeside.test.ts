import { describe, expect, it } from 'vitest';
import { markedBeside } from '../../../viewer/comparison/markedBeside';
import { markWords } from '../../../viewer/comparison/wordMarks';

const marks = { of: (text: string, other: string) => markWords(text, other)?.a ?? null };

/** The marked words of a text, of which all is loaded, beside the loaded beginning of another. */
function marked(text: string, other: string, loaded = other.length): string[] | undefined {
  const beside = { text: other.slice(0, loaded), isCut: loaded < other.length };
  const pieces = markedBeside(marks, text, beside);
  expect(pieces?.map((piece) => piece.text).join('')).toBe(text);
  return pieces?.filter(({ isMarked }) => isMarked).map((piece) => piece.text);
}

describe('Words are marked', () => {
  const long = Array.from({ length: 400 }, (_, i) => `word${i}`).join(' ');

  it('where all of the other text is known', () => {
    expect(marked(`${long} end`, `${long} other`)).toEqual(['end']);
  });

  it('in what is known of the other text, but not behind that', () => {
    const other = long.replace('word3 ', 'else ');
    expect(marked(long, other, 1000)).toEqual(['word3']);
  });

  it('at the end of a text that ends before what is known', () => {
    expect(marked('These are four words here', `These are four words there. ${long}`, 1000)).toEqual([
      'here',
    ]);
  });

  it('not at the end of what is known, where the texts may only be shifted', () => {
    const shifted = `A new beginning. ${long}`;
    expect(marked(shifted, long, 1000)).toEqual(['A new beginning. ']);
    expect(marked(long, shifted, 1000)).toEqual([]);
  });

  it('not within a character', () => {
    const same = 'same words here and '.repeat(10);
    const pieces = markedBeside(marks, `${same}😀 less`, { text: `${same}x`, isCut: true })!;
    expect(pieces.map(({ text }) => text).filter((text) => /\p{Surrogate}/u.test(text))).toEqual([]);
  });
});
