import { expect, it } from 'vitest';
import type { CharacterSource } from '../../../../../server/core/syntax/tokens/characterSource';
import { EndSearch } from '../../../../../server/core/syntax/tokens/ends/endSearch';
import { noUnit } from '../../../../../server/core/text/text';

/** Strings that each end far away. */
const strings = 24;
const length = 100;
const text = `${'x'.repeat(length - 1)}"`.repeat(strings);

it('reads each code unit once, even if searches in far ranges take turns', () => {
  let read = 0;
  const source: CharacterSource = {
    peek: (at) => {
      read++;
      return at < text.length ? text.charCodeAt(at) : noUnit;
    },
    read: (from, to) => text.slice(from, to),
    see: () => {},
  };
  const quote = '"'.charCodeAt(0);
  const closing = { endOf: (at: number, c: number) => (c === quote ? at + 1 : -1), lengthOfEscape: () => 2 };
  const search = new EndSearch(source, closing, () => true);
  for (let offset = 0; offset < length; offset++)
    for (let string = 0; string < strings; string++)
      expect(search.next(string * length + offset, text.length)).toBe((string + 1) * length);
  expect(read).toBe(text.length);
});
