import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  charAt,
  editText,
  lineEnd,
  lineStart,
  noUnit,
  offsetAt,
  positionAt,
  sliceText,
  stringOf,
  type Text,
  textOf,
} from '../../../../server/core/text/text';
import { inputs } from '../../../budget';

/** Code units per chunk of a text. */
const chunkSize = 32_768;

const piece = fc.constantFrom(
  '\n',
  '\r',
  '\r\n',
  '\n\r',
  '',
  'a',
  'word ',
  '{"é": 1}',
  '😀',
  '\ud83d',
  '\ude00',
);
const short = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
/** Fills up to just before or after a chunk border, where line ends and surrogate pairs may be split. */
const filler = fc
  .tuple(fc.integer({ min: -2, max: 2 }), fc.constantFrom(1, 2), piece, piece)
  .map(([near, chunks, ...pieces]) => 'x'.repeat(chunks * chunkSize + near) + pieces.join(''));
/** Enough line ends to exercise the line tables. */
const lines = fc.constantFrom('\n', '\r\n', 'a\r').map((line) => line.repeat(3_000));
const content = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: short },
      { weight: 3, arbitrary: filler },
      { weight: 1, arbitrary: lines },
    ),
    { maxLength: 4 },
  )
  .map((pieces) => pieces.join(''));

interface Place {
  readonly share: number;
  readonly shift: number;
}

/** Positions mostly inside the text and sometimes far outside. */
const place: fc.Arbitrary<Place> = fc.record({
  share: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(-1, 0, 0.5, 1, 2)),
  shift: fc.integer({ min: -3, max: 3 }),
});
const change = fc.record({
  from: place,
  to: place,
  insert: fc.oneof({ weight: 3, arbitrary: short }, { weight: 1, arbitrary: filler }),
});

describe('A text behaves like a string', () => {
  it('after any edits, even reversed or out of range', () => {
    const property = fc.property(content, fc.array(change, { maxLength: 6 }), (start, changes) => {
      let text = textOf(start);
      let expected = start;
      for (const { from, to, insert } of changes) {
        const edit = { from: offsetOf(from, expected), to: offsetOf(to, expected), insert };
        text = editText(text, edit);
        const [low, high] = [clamp(edit.from, expected), clamp(edit.to, expected)].sort((a, b) => a - b);
        expected = expected.slice(0, low) + insert + expected.slice(high);
        agree(text, expected);
      }
      agree(text, expected);
    });
    fc.assert(property, inputs(300));
  });

  it('in its slices and its characters', () => {
    const property = fc.property(content, place, place, (start, a, b) => {
      const text = textOf(start);
      const [from, to] = [clamp(offsetOf(a, start), start), clamp(offsetOf(b, start), start)];
      expect(sliceText(text, from, to) === (from < to ? start.slice(from, to) : '')).toBe(true);
      const at = offsetOf(a, start);
      expect(charAt(text, at)).toBe(start[at] === undefined ? noUnit : start.charCodeAt(at));
    });
    fc.assert(property, inputs(300));
  });
});

describe('Lines end with \\n, \\r\\n or \\r', () => {
  it('and positions convert to offsets and back', () => {
    const property = fc.property(content, place, (start, at) => {
      const offset = offsetOf(at, start);
      const text = textOf(start);
      expect(positionAt(text, offset)).toEqual(expectedPosition(start, clamp(offset, start)));
      const inLineEnd = start[offset - 1] === '\r' && start[offset] === '\n';
      // There is no position inside a CRLF: it maps to the end of the line.
      if (!inLineEnd) expect(offsetAt(text, positionAt(text, offset))).toBe(clamp(offset, start));
    });
    fc.assert(property, inputs(300));
  });

  it('and a position outside its line or the text moves to the nearest one inside', () => {
    const number = fc.oneof(
      fc.integer({ min: -2, max: 40 }),
      fc.constantFrom(-(2 ** 31), 2 ** 31 - 1, 40_000),
    );
    const property = fc.property(content, number, number, (start, line, character) => {
      expect(offsetAt(textOf(start), { line, character })).toBe(expectedOffset(start, line, character));
    });
    fc.assert(property, inputs(300));
  });

  it.each([
    ['', 1],
    ['\n', 2],
    ['\r', 2],
    ['\r\n', 2],
    ['\n\r', 3],
    ['\r\r\n', 3],
    ['a\u2028b\u0085c', 1],
  ])('so %j has %i lines', (start, lineCount) => {
    expect(textOf(start).lineCount).toBe(lineCount);
  });

  it('even where an edit joins a \\r to a \\n or separates them', () => {
    const half = 'x'.repeat(chunkSize - 1);
    const parted = editText(textOf(`${half}\r\n${half}`), { from: chunkSize, to: chunkSize, insert: '.' });
    expect([parted.lineCount, lineStart(parted, 1)]).toEqual([3, chunkSize]);
    const joined = editText(parted, { from: chunkSize, to: chunkSize + 1, insert: '' });
    expect([joined.lineCount, lineStart(joined, 1), lineEnd(joined, 0)]).toEqual([
      2,
      chunkSize + 1,
      chunkSize - 1,
    ]);
  });
});

function offsetOf({ share, shift }: Place, content: string): number {
  return Math.round(share * content.length) + shift;
}

function clamp(offset: number, content: string): number {
  return Math.min(Math.max(offset, 0), content.length);
}

/** Compares lengths and tables first: a diff of two large strings would take minutes. */
function agree(text: Text, expected: string): void {
  expect(text.length).toBe(expected.length);
  expect(stringOf(text) === expected).toBe(true);
  const starts = lineStartsOf(expected);
  expect(text.lineCount).toBe(starts.length);
  for (const line of [0, 1, starts.length >> 1, starts.length - 1, starts.length]) {
    expect(lineStart(text, line)).toBe(starts[line] ?? expected.length);
    expect(lineEnd(text, line)).toBe(expectedLineEnd(expected, starts, line));
  }
}

function lineStartsOf(content: string): number[] {
  return [0, ...[...content.matchAll(/\r\n|\r|\n/g)].map((match) => match.index + match[0].length)];
}

function expectedLineEnd(content: string, starts: readonly number[], line: number): number {
  if (line + 1 >= starts.length) return content.length;
  return starts[line]! + /^[^\r\n]*/.exec(content.slice(starts[line], starts[line + 1]))![0].length;
}

function expectedPosition(content: string, offset: number): { line: number; character: number } {
  const starts = lineStartsOf(content);
  const line = starts.findLastIndex((start) => start <= offset);
  return { line, character: offset - starts[line]! };
}

function expectedOffset(content: string, line: number, character: number): number {
  const starts = lineStartsOf(content);
  if (line < 0) return 0;
  if (line >= starts.length) return content.length;
  return Math.min(starts[line]! + Math.max(0, character), expectedLineEnd(content, starts, line));
}
