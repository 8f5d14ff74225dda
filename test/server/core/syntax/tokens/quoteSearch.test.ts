import { expect, it } from 'vitest';
import { QuoteSearch, withLine } from '../../../../../server/core/syntax/tokens/ends/quoteSearch';
import { noUnit } from '../../../../../server/core/text/text';

/** Lines without a quote; tokens are read ahead on the next ones. */
const lines = 24;
const length = 100;
const text = `${'x'.repeat(length - 1)}\n`.repeat(lines);

it('reads each code unit once, even if searches on different lines take turns', () => {
  let read = 0;
  const search = new QuoteSearch((at) => {
    read++;
    return at < text.length ? text.charCodeAt(at) : noUnit;
  }, withLine);
  for (let offset = 0; offset < length; offset++)
    for (let line = 0; line < lines; line++) expect(search.next(line * length + offset).at).toBe(-1);
  // The end of a line is read by each search.
  expect(read).toBe(text.length + (length - 1) * lines);
});
