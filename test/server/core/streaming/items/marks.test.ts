import { expect, it } from 'vitest';
import { MarkList } from '../../../../../server/core/streaming/items/marks';
import { chunksOfString } from '../../../../../server/core/text/chunks';

it('no place between the two characters of a line end is marked: its line is not known there', () => {
  const marks = new MarkList();
  const texts = ['a\r', '\nb\r', 'c'];
  let bytes = 0;
  for (const text of texts) {
    for (const chunk of chunksOfString(text)) marks.add(chunk);
    marks.mark((bytes += text.length));
  }
  // Code units, bytes, line, code units before the line.
  expect([...marks.take()]).toEqual([6, 6, 2, 5]);
});
