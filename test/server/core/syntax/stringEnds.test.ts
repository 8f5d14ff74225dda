import { describe, expect, it } from 'vitest';
import { StringEnds } from '../../../../server/core/syntax/tokens/ends/stringEnds';
import { noUnit } from '../../../../server/core/text/text';

/** Code units examined to look behind each line break for the end of a text. */
function examined(text: string, isLines: boolean): number {
  let count = 0;
  const peek = (at: number): number => {
    count++;
    return at >= 0 && at < text.length ? text.charCodeAt(at) : noUnit;
  };
  const ends = new StringEnds({ peek, read: (from, to) => text.slice(from, to), see: () => {} }, isLines);
  for (const { index } of text.matchAll(/\n/g)) ends.behindLineBreak(index);
  return count;
}

describe('No text is read again for each line that may end a string', () => {
  it.each([
    ['quotes that end nothing after the lines', 'a\\"\n\\u12', '{"x":1}'],
    ['a quote that opens a name after the lines', '-\\ud800\\"=======\n\\u12', '\n"messages_and_choices":[]'],
    ['no quote after the lines', 'a\n', ''],
    ['a quote on each line', 'a" b\n', ''],
  ])('%s', (_, piece, tail) => {
    for (const isLines of [false, true]) {
      const [some, twice] = [1000, 2000].map((count) => examined(piece.repeat(count) + tail, isLines));
      expect(twice).toBeLessThan(2.5 * some!);
    }
  });
});
