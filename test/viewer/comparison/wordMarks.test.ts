import { describe, expect, it } from 'vitest';
import { markWords } from '../../../viewer/comparison/wordMarks';

/** Marked words in brackets. */
function marked(a: string, b: string) {
  const marks = markWords(a, b);
  const told = (side: 'a' | 'b') =>
    marks![side].map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join('');
  return marks === null ? null : [told('a'), told('b')];
}

describe('Words that differ are marked', () => {
  it('on both sides', () => {
    expect(marked('Change the flight to Monday please', 'Change the flight to Friday please')).toEqual([
      'Change the flight to [Monday] please',
      'Change the flight to [Friday] please',
    ]);
  });

  it('if they are on one side only', () => {
    expect(marked('I would like to cancel it', 'I would like to cancel it today')).toEqual([
      'I would like to cancel it',
      'I would like to cancel it[ today]',
    ]);
  });

  it('in texts of other scripts', () => {
    expect(marked('請幫我改簽到東京的航班', '請幫我改簽到大阪的航班')).toEqual([
      '請幫我改簽到[東京]的航班',
      '請幫我改簽到[大阪]的航班',
    ]);
  });

  it('so that the pieces are the texts', () => {
    const [a, b] = ['one two\n  three 😀 four five', 'one  two\nthree 😀 six five seven'];
    const marks = markWords(a, b)!;
    expect(marks.a.map(({ text }) => text).join('')).toBe(a);
    expect(marks.b.map(({ text }) => text).join('')).toBe(b);
  });

  it('not in equal texts, nor in texts that have nothing in common', () => {
    expect(marked('the same', 'the same')).toBeNull();
    expect(marked('Your reservation has been changed.', 'I cannot help you with that, sorry.')).toBeNull();
  });

  it('in texts of any length that have most in common', () => {
    const long = 'word '.repeat(50_000);
    expect(marked(`${long}one ${long}`, `${long}two ${long}`)).toEqual([
      `${long}[one] ${long}`,
      `${long}[two] ${long}`,
    ]);
    expect(marked(long, `${long}more`)).toEqual([long, `${long}[more]`]);
    expect(marked(`first ${long}`, long)).toEqual([`[first ]${long}`, long]);
  });

  it('not in texts that are too long or too different to compare quickly', () => {
    const [a, b] = ['one', 'two'].map((name) =>
      Array.from({ length: 2000 }, (_, i) => `${name} ${i}`).join(' '),
    );
    expect(marked(a!, b!)).toBeNull();
    const apart = 'word '.repeat(5000);
    expect(marked(`one ${apart}one`, `two ${apart}two`)).toBeNull();
  });
});
