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
  'a string with a quote in it': `"a \\q "b ${'x, '.repeat(20_000)}"`,
};

const blank = ' '.repeat(50_000);
const xs = 'x'.repeat(50_000);
/** Strings with a long blank behind a quote that does not end them. */
const quoted: { readonly [what: string]: string } = {
  'a quote between blanks': `"a${blank}"${blank}b"`,
  'a quote of Python before a blank': `b"${blank}x${xs}"`,
};

class CountingScanner extends Scanner {
  peeks = 0;

  override peek(at: number): number {
    this.peeks++;
    return super.peek(at);
  }
}

describe('the text around a quote is not read again in each step:', () => {
  it.each(Object.entries(quoted))('%s', (_, value) => {
    const read = (length?: number): { peeks: number; to: number; token: Token } => {
      const scanner = new CountingScanner(textOf(`${value}}`), { lines: false, report: () => {} });
      scanner.expected = Expected.value;
      while (scanner.next(length) === Token.unfinished);
      const { peeks, to, token } = scanner;
      return { peeks, to, token };
    };
    const { peeks, ...atOnce } = read();
    const inSteps = read(step);
    expect(inSteps).toEqual({ ...atOnce, peeks: expect.any(Number) });
    expect(atOnce.to).toBe(value.length);
    expect(inSteps.peeks).toBeLessThan(2 * peeks);
  });
});

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

it('a full stop behind each of ten thousand quotes is no reason to read the text behind it', () => {
  class ReadingScanner extends Scanner {
    reads = 0;

    override read(from: number, to: number): string {
      this.reads++;
      return super.read(from, to);
    }
  }
  const text = textOf(`"${'x".'.repeat(10_000)}"}`);
  const scanner = new ReadingScanner(text, { lines: false, report: () => {} });
  scanner.expected = Expected.value;
  scanner.next();
  expect(scanner.to).toBe(text.length - 1);
  expect(scanner.reads).toBeLessThan(100);
});
