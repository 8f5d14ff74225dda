import { describe, expect, it } from 'vitest';
import { type SelectionRanges, selectionRanges } from '../../../../server/core/features/selectionRanges';
import { sliceText } from '../../../../server/core/text/text';
import { runToEnd } from '../../../../server/core/work';
import { hostileTexts } from '../../../hostile/hostileTexts';
import { open, openAt, options } from './cursor';

/** The selected texts, innermost first. */
function selected(marked: string, how = options.trajectory): string[] {
  const { document, offset } = openAt(marked, how);
  const [{ ranges }] = runToEnd(selectionRanges(document, [offset])) as [SelectionRanges];
  return ranges.map(({ from, to }) => sliceText(document.text, from, to));
}

describe('The selection grows', () => {
  it('from the text of a string to the document', () => {
    expect(selected('{"a": [1, {"role": "us|er", "x": 2}, 3]}')).toEqual([
      'user',
      '"user"',
      '"role": "user"',
      '"role": "user",',
      '"role": "user", "x": 2',
      '{"role": "user", "x": 2}',
      '{"role": "user", "x": 2},',
      '1, {"role": "user", "x": 2}, 3',
      '[1, {"role": "user", "x": 2}, 3]',
      '"a": [1, {"role": "user", "x": 2}, 3]',
      '{"a": [1, {"role": "user", "x": 2}, 3]}',
    ]);
  });
  it('from a name to its property', () => {
    expect(selected('{"a|b": 1}')).toEqual(['ab', '"ab"', '"ab": 1', '{"ab": 1}']);
  });
  it('from a number, past a comma after white space', () => {
    expect(selected('[1|2 \n , 3]')).toEqual(['12', '12 \n ,', '12 \n , 3', '[12 \n , 3]']);
  });
  it('from white space to what is between the brackets', () => {
    expect(selected('{ "a": [ 1,  | 2 ] }')).toEqual([
      ' 1,   2 ',
      '[ 1,   2 ]',
      '"a": [ 1,   2 ]',
      ' "a": [ 1,   2 ] ',
      '{ "a": [ 1,   2 ] }',
    ]);
  });
  it('from an opening bracket to its container, not to what is inside', () => {
    expect(selected('[|{"a": 1}]')).toEqual(['{"a": 1}', '[{"a": 1}]']);
  });
  it('from an empty string to the string', () => {
    expect(selected('["|"]')).toEqual(['""', '[""]']);
  });
  it('in a string that is not closed', () => {
    expect(selected('{"a": "us|er\n}')).toEqual([
      'user',
      '"user',
      '"a": "user',
      '"a": "user\n',
      '{"a": "user\n}',
    ]);
  });
  it('in a container that is not closed', () => {
    expect(selected('{"a": [1, 2|')).toEqual(['2', '1, 2', '[1, 2', '"a": [1, 2', '{"a": [1, 2']);
  });
  it('from a name without a value', () => {
    expect(selected('{"a|": , "b": 1}')).toEqual(['a', '"a"', '"a": , "b": 1', '{"a": , "b": 1}']);
  });
  it('from a value to its line and to all lines', () => {
    expect(selected('{"a": 1}\n{"a": |2}\n', options.lines)).toEqual([
      '2',
      '"a": 2',
      '{"a": 2}',
      '{"a": 1}\n{"a": 2}\n',
    ]);
  });
  it('from between the lines to all of them', () => {
    expect(selected('{"a": 1}\n|\n{"a": 2}', options.lines)).toEqual(['{"a": 1}\n\n{"a": 2}']);
  });
  it('nowhere in an empty text', () => {
    expect(selected('|')).toEqual([]);
  });
  it('a limited number of times', () => {
    const ranges = selected(`${'['.repeat(100_000)}|${']'.repeat(100_000)}`);
    expect(ranges.length).toBeLessThan(210);
    expect(ranges[ranges.length - 1]).toHaveLength(200_000);
    const isCut = (marked: string): boolean => {
      const { document, offset } = openAt(marked);
      return runToEnd(selectionRanges(document, [offset]))[0]!.isCut;
    };
    expect(isCut(`${'['.repeat(300)}|${']'.repeat(300)}`)).toBe(true);
    expect(isCut(`${'['.repeat(20)}|${']'.repeat(20)}`)).toBe(false);
  });
});

describe('The selections at many offsets, in any order', () => {
  it.each(hostileTexts.map((text) => [text.name, text] as const))('are those at each: %s', (_, hostile) => {
    const { language, make } = hostile;
    const document = open(make(1000), { language, name: 'a' });
    const offsets = Array.from({ length: 40 }, (_, i) => (i * 7919) % (document.text.length + 1));
    const each = offsets.map((offset) => runToEnd(selectionRanges(document, [offset]))[0]);
    expect(runToEnd(selectionRanges(document, offsets))).toEqual(each);
  });
});
