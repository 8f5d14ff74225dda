import { describe, expect, it } from 'vitest';
import { foldingLines, foldingRanges } from '../../../../server/core/features/folding';
import { runToEnd } from '../../../../server/core/work';
import { open, options } from './cursor';

/** Folding ranges as `first-last`. */
function folds(content: string, limit = 100, how = options.trajectory): string[] {
  return runToEnd(foldingLines(open(content, how), limit)).map(
    ({ startLine, endLine }) => `${startLine}-${endLine}`,
  );
}

const nested = `{
  "split": "train",
  "trajectory_groups": [
    {
      "trajectories": [
        {
          "reward": 1
        }
      ]
    },
    {
      "trajectories": []
    }
  ]
}`;

describe('Folding', () => {
  it('leaves the line of the closing bracket visible', () => {
    expect(folds(nested)).toEqual(['0-13', '2-12', '3-8', '4-7', '5-6', '10-11']);
  });
  it('keeps the outermost when there are too many', () => {
    expect(folds(nested, 2)).toEqual(['0-13', '2-12']);
    expect(folds(nested, 4)).toEqual(['0-13', '2-12', '3-8', '10-11']);
  });
  it('folds nothing that has no line between its brackets', () => {
    expect(folds('{\n}')).toEqual([]);
    expect(folds('{"a": [1, 2]}')).toEqual([]);
    expect(folds('{ "a": [1,\n 2] }')).toEqual([]);
  });
  it('folds the outermost of containers that begin on the same line', () => {
    expect(folds('[{\n"a": 1\n}, {\n"a": 2\n}]')).toEqual(['0-3', '2-3']);
  });
  it('finds containers inside of ones that begin on the same line', () => {
    expect(folds('[{"a": [\n1,\n2],\n"b": {\n"c": 1\n}}]')).toEqual(['0-4', '3-4']);
  });
  it('folds an unclosed container to the end of its last member', () => {
    expect(folds('{\n"a": [\n1,\n2\n\n\n')).toEqual(['0-3', '1-3']);
  });
  it('folds an unclosed container no further than the one around it', () => {
    expect(folds('{\n"a": [\n1,\n2}')).toEqual(['0-2', '1-2']);
    expect(folds('[\n{"a": [\n1}, {\n"b": 3\n}\n]')).toEqual(['0-4', '2-3']);
  });
  it('folds text after a syntax error', () => {
    expect(folds('{\n"a": [1,,\n2\n],\n"b": \n,"c": {\n"d": NaN\n}\n}')).toEqual(['0-7', '1-2', '5-6']);
  });
  it('counts lines with every kind of line end', () => {
    expect(folds('{\r\n"a": 1\r\n}')).toEqual(['0-1']);
    expect(folds('{\r"a": 1\r}')).toEqual(['0-1']);
  });
  it('folds nothing in JSON Lines, where a value is one line', () => {
    expect(folds('{"trajectories": [{}]}\n{"trajectories": [{}]}\n', 100, options.lines)).toEqual([]);
  });
  it('survives ten thousand levels', () => {
    const depth = 10_000;
    const ranges = folds('[\n'.repeat(depth) + ']\n'.repeat(depth), depth);
    expect(ranges).toHaveLength(depth - 1);
    expect(ranges[0]).toBe(`0-${2 * depth - 2}`);
  });
});

/** The folded texts. */
function foldedTexts(content: string, limit = 100, how = options.trajectory): string[] {
  return runToEnd(foldingRanges(open(content, how), limit)).map(({ from, to }) => content.slice(from, to));
}

describe('Folding of character ranges', () => {
  it('leaves the brackets visible, even within a line', () => {
    expect(foldedTexts('{"a": [1, 2], "b": {\n"c": 1\n}}')).toEqual([
      '"a": [1, 2], "b": {\n"c": 1\n}',
      '1, 2',
      '\n"c": 1\n',
    ]);
  });
  it('folds the items of JSON Lines and what is in them', () => {
    expect(foldedTexts('{"trajectories": [{}]}\n\n[1', 100, options.lines)).toEqual([
      '"trajectories": [{}]',
      '{}',
      '1',
    ]);
  });
  it('keeps the outermost when there are too many', () => {
    expect(foldedTexts('{"a": [[1]]}\n{"b": [2]}', 3, options.lines)).toEqual([
      '"a": [[1]]',
      '[1]',
      '"b": [2]',
    ]);
  });
  it('folds an unclosed container to the end of its last member', () => {
    expect(foldedTexts('{"a": [1, {')).toEqual(['"a": [1, {', '1, {']);
  });
  it('survives ten thousand levels', () => {
    const depth = 10_000;
    expect(runToEnd(foldingRanges(open('['.repeat(depth) + ']'.repeat(depth)), depth))).toHaveLength(
      depth - 1,
    );
  });
});
