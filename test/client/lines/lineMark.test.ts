import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLine, fingerprint, followLine, type LineChange, markLine } from '../../../client/lines/lineMark';
import { inputs } from '../../budget';

const text = ['zero', 'one', 'two', 'two', 'four'];

describe('A marked line', () => {
  it('is found where it was', () => {
    expect(findLine(markLine(linesOf(text), 3), linesOf(text))).toEqual({ state: 'same', line: 3 });
  });

  const moves: readonly [what: string, marked: number, change: LineChange, found: unknown][] = [
    ['a line inserted before it', 1, edit([0, 0], [0, 0], 'new\n'), { state: 'same', line: 2 }],
    ['a line inserted right before it', 1, edit([1, 0], [1, 0], 'new\n'), { state: 'same', line: 2 }],
    [
      'a line break at the end of the previous line',
      1,
      edit([0, 4], [0, 4], '\r\n'),
      { state: 'same', line: 2 },
    ],
    ['a line inserted after it', 1, edit([1, 3], [1, 3], '\nnew'), { state: 'same', line: 1 }],
    ['lines deleted before it', 2, edit([0, 0], [2, 0], ''), { state: 'same', line: 0 }],
    ['a line deleted after it', 1, edit([1, 3], [2, 3], ''), { state: 'same', line: 1 }],
    ['a duplicate deleted before it', 3, edit([2, 0], [3, 0], ''), { state: 'same', line: 2 }],
    ['typing in another line', 1, edit([2, 1], [2, 2], 'xyz'), { state: 'same', line: 1 }],
    ['typing in it', 1, edit([1, 1], [1, 2], 'xyz'), { state: 'changed', line: 1 }],
    ['typing at its start', 1, edit([1, 0], [1, 0], 'x'), { state: 'changed', line: 1 }],
    ['a replacement of its text', 1, edit([1, 0], [1, 3], 'x'), { state: 'changed', line: 1 }],
    ['a line break in it', 1, edit([1, 1], [1, 1], '\n'), { state: 'changed', line: 1 }],
    ['the previous line joined to it', 1, edit([0, 4], [1, 0], ''), { state: 'changed', line: 0 }],
    [
      'a part deleted with the previous line break',
      1,
      edit([0, 4], [1, 2], ''),
      { state: 'changed', line: 0 },
    ],
    ['the next line joined to it', 1, edit([1, 3], [2, 0], ''), { state: 'changed', line: 1 }],
    ['typing in it before a duplicate', 2, edit([2, 0], [2, 1], 'x'), { state: 'changed', line: 2 }],
    ['its deletion with the previous line break', 1, edit([0, 4], [1, 3], ''), { state: 'gone' }],
    ['its deletion', 1, edit([1, 0], [2, 0], ''), { state: 'gone' }],
    ['the deletion of everything', 1, edit([0, 0], [4, 4], ''), { state: 'gone' }],
  ];
  for (const [what, line, change, found] of moves) {
    it(`is followed through ${what}`, () => {
      const after = linesOf(applied(text, change));
      expect(findLine(followLine(markLine(linesOf(text), line), [change]), after)).toEqual(found);
    });
  }

  it('that is cut and pasted elsewhere is found by its text', () => {
    const cut = edit([1, 0], [2, 0], '');
    const paste = edit([3, 4], [3, 4], '\none');
    const moved = applied(applied(text, cut), paste);
    const mark = followLine(markLine(linesOf(text), 1), [cut, paste]);
    expect(findLine(mark, linesOf(moved))).toEqual({ state: 'same', line: 4 });
  });

  it('whose moves were not followed is found by its text, if no other line equals it', () => {
    const mark = { ...markLine(linesOf(text), 1), followed: false };
    expect(findLine(mark, linesOf(['new', ...text]))).toEqual({ state: 'same', line: 2 });
    expect(findLine(mark, linesOf(['one', ...text]))).toEqual({ state: 'gone' });
    expect(findLine(mark, linesOf(['one', 'one']))).toEqual({ state: 'same', line: 1 });
    expect(findLine(mark, linesOf(['zero', 'One']))).toEqual({ state: 'gone' });
  });

  it('whose unsaved text is lost has its saved text again', () => {
    const { fingerprint: saved } = markLine(linesOf(text), 1);
    const mark = { ...markLine(linesOf(['zero', 'unsaved']), 1), saved, followed: false };
    expect(findLine(mark, linesOf(text))).toEqual({ state: 'changed', line: 1 });
    expect(findLine(mark, linesOf(['new', ...text]))).toEqual({ state: 'changed', line: 2 });
    expect(findLine(mark, linesOf(['zero', 'unsaved', 'one']))).toEqual({ state: 'same', line: 1 });
    expect(findLine({ ...mark, followed: true }, linesOf(['one', 'zero']))).toEqual({
      state: 'changed',
      line: 1,
    });
  });

  it('never leads to other text without reporting a change', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'dd', ''), { minLength: 1, maxLength: 6 });
    const place = fc.tuple(fc.nat(5), fc.nat(2));
    const texts = fc.constantFrom('', 'a', '\n', 'a\n', '\nb', 'a\nb\n', 'dd');
    fc.assert(
      fc.property(lines, fc.nat(5), place, place, texts, (before, at, one, other, insert) => {
        const line = at % before.length;
        const [start, end] = ordered(within(before, one), within(before, other));
        const change = edit(start, end, insert);
        const after = applied(before, change);
        const found = findLine(followLine(markLine(linesOf(before), line), [change]), linesOf(after));
        if (found.state === 'same') expect(after[found.line]).toBe(before[line]);
        if (found.state === 'changed') expect(after[found.line]).not.toBe(before[line]);
        // A change outside the line leaves it unambiguous.
        if (end[0] < line)
          expect(found).toEqual({ state: 'same', line: line + after.length - before.length });
        if (start[0] > line) expect(found).toEqual({ state: 'same', line });
      }),
      inputs(100),
    );
  });
});

describe('A fingerprint', () => {
  it('differs for texts that differ only a little', () => {
    const texts = ['', ' ', 'a', 'b', 'ab', 'ba', '{"reward":0.1}', '{"reward":1.0}', '{"reward":0.2}'];
    expect(new Set(texts.map(fingerprint)).size).toBe(texts.length);
  });
});

type Point = readonly [line: number, character: number];

function edit([line, character]: Point, [endLine, endCharacter]: Point, insert: string): LineChange {
  const range = { start: { line, character }, end: { line: endLine, character: endCharacter } };
  return { range, text: insert };
}

function applied(lines: readonly string[], { range: { start, end }, text: insert }: LineChange): string[] {
  const head = [...lines.slice(0, start.line), (lines[start.line] ?? '').slice(0, start.character)].join(
    '\n',
  );
  const tail = [(lines[end.line] ?? '').slice(end.character), ...lines.slice(end.line + 1)].join('\n');
  return `${head}${insert}${tail}`.split(/\r?\n/);
}

function within(lines: readonly string[], [line, character]: Point): Point {
  const at = line % lines.length;
  return [at, character % ((lines[at]?.length ?? 0) + 1)];
}

function ordered(a: Point, b: Point): [Point, Point] {
  return a[0] < b[0] || (a[0] === b[0] && a[1] <= b[1]) ? [a, b] : [b, a];
}

function linesOf(lines: readonly string[]) {
  return { lineCount: lines.length, lineAt: (line: number) => ({ text: lines[line] ?? '' }) };
}
