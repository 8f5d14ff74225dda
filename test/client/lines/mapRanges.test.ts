import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapRanges } from '../../../client/lines/mapRanges';
import { inputs } from '../../budget';

/** Maps the ranges of `marked`, each between brackets like `⟦this⟧`, to another text and returns the text there. */
function found(marked: string, other: string): (string | null)[] {
  const ranges: { from: number; to: number }[] = [];
  let text = '';
  for (const part of marked.split(/([⟦⟧])/)) {
    if (part === '⟦') ranges.push({ from: text.length, to: text.length });
    else if (part === '⟧') ranges[ranges.length - 1] = { ...ranges.at(-1)!, to: text.length };
    else text += part;
  }
  return mapRanges(text, other, ranges).map((place) => place && other.slice(place.from, place.to));
}

describe('A range of a line', () => {
  const laidOut = '{\n  "reward": "a b",\n  "split": [\n    1,\n    1\n  ]\n}\n';

  it('is found in the expanded line', () => {
    expect(found('⟦{⟧⟦"reward"⟧: ⟦"a b"⟧, "split": [1, ⟦1⟧]⟦}⟧', laidOut)).toEqual([
      '{',
      '"reward"',
      '"a b"',
      '1',
      '}',
    ]);
    expect(found('{"reward": "a b", "split": ⟦[1, 1]⟧}', laidOut)).toEqual(['[\n    1,\n    1\n  ]']);
  });

  it('is found before and after an edit, but not inside it', () => {
    const edited = laidOut.replace('a b', 'a c');
    expect(found('{⟦"reward"⟧: ⟦"a b"⟧, ⟦"split"⟧: [1, ⟦1⟧]}', edited)).toEqual([
      '"reward"',
      null,
      '"split"',
      '1',
    ]);
    expect(found('{⟦"reward"⟧: "a b", ⟦"split"⟧: [1, 1]}', laidOut.replace('"a b"', '[true]'))).toEqual([
      '"reward"',
      '"split"',
    ]);
  });

  it('is not found if its text is gone or is only white space', () => {
    expect(found('{⟦"reward"⟧: 1}', '')).toEqual([null]);
    expect(found('{"reward":⟦ ⟧1}', '{"reward": 1}')).toEqual([null]);
  });

  it('maps to the same value in any document', () => {
    const property = fc.property(fc.jsonValue(), fc.jsonValue(), (before, value) => {
      const at = JSON.stringify({ before, value: 0 }).length - 2;
      const line = JSON.stringify({ before, value, behind: [value] });
      const other = JSON.stringify({ before, value, behind: [value] }, null, '\t');
      const [place] = mapRanges(line, other, [{ from: at, to: at + JSON.stringify(value).length }]);
      expect(JSON.parse(other.slice(place!.from, place!.to))).toEqual(JSON.parse(JSON.stringify(value)));
    });
    fc.assert(property, inputs(1000));
  });
});
