import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallestChange } from '../../../client/lines/smallestChange';
import { inputs } from '../../budget';

describe('The smallest change of a line', () => {
  const changes: readonly [before: string, after: string, expected: unknown][] = [
    ['abc', 'abc', null],
    ['{"reward": 0.5}', '{"reward": 0.75}', { from: 12 + 1, to: 13, insert: '7' }],
    ['abc', '', { from: 0, to: 3, insert: '' }],
    ['', 'abc', { from: 0, to: 0, insert: 'abc' }],
    ['aa', 'aaa', { from: 2, to: 2, insert: 'a' }],
    ['a😀b', 'a😁b', { from: 1, to: 3, insert: '😁' }],
    ['😀', '🨀', { from: 0, to: 2, insert: '🨀' }],
  ];
  for (const [before, after, expected] of changes) {
    it(`turns ${JSON.stringify(before)} into ${JSON.stringify(after)}`, () => {
      expect(smallestChange(before, after)).toEqual(expected);
    });
  }

  it('produces the new line and never splits a character', () => {
    const line = fc.array(fc.constantFrom('a', 'b', '😀', '😁', '🨀', 'é')).map((parts) => parts.join(''));
    fc.assert(
      fc.property(line, line, (before, after) => {
        const change = smallestChange(before, after);
        const { from, to, insert } = change ?? { from: 0, to: 0, insert: '' };
        expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
        for (const part of [before.slice(0, from), insert, before.slice(to)])
          expect(part).not.toMatch(/\p{Cs}/u);
      }),
      inputs(100),
    );
  });
});
