import { describe, expect, it } from 'vitest';
import { Expected } from '../../../../../server/core/syntax/tokens/expected';
import { Scanner } from '../../../../../server/core/syntax/tokens/scanner';
import { Token } from '../../../../../server/core/syntax/tokens/token';
import { textOf } from '../../../../../server/core/text/text';

/** Code units read in a step. */
const step = 1000;

/** Values of which only the end is far away. */
const values: { readonly [what: string]: string } = {
  'words with commas': 'word, '.repeat(20_000),
  'words behind an address': `https://example.com/a ${'b, '.repeat(20_000)}`,
  'words behind a short one': `x ${'y, '.repeat(20_000)}`,
  'a word': 'w'.repeat(100_000),
  'a string in typographic quotes': `“${'x”, y, '.repeat(20_000)}”`,
  'a string in apostrophes': `'${'x, '.repeat(20_000)}'`,
};

describe('a token read in steps is the same as one read at once:', () => {
  it.each(Object.entries(values))('%s', (_, value) => {
    const text = textOf(`${value}}`);
    const read = (length?: number) => {
      const errors: string[] = [];
      const scanner = new Scanner(text, {
        lines: false,
        report: (kind, from, to) => errors.push(`${kind} ${from} ${to}`),
      });
      scanner.expected = Expected.value;
      let steps = 1;
      while (scanner.next(length) === Token.unfinished) steps++;
      const { token, from, to, flags } = scanner;
      return { steps, found: { token, from, to, flags, errors } };
    };
    const atOnce = read();
    const inSteps = read(step);
    expect(inSteps.found).toEqual(atOnce.found);
    expect(atOnce.steps).toBe(1);
    expect(inSteps.steps).toBeGreaterThan(value.length / step / 2);
  });
});
