import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptOf } from '../../../cli/check/excerpt';
import { excerptLines } from '../../../cli/report/excerptLines';
import { plain } from '../../../cli/terminal/colours';
import { textWidth } from '../../../cli/terminal/width';
import { textOf } from '../../../server/core/text/text';
import { inputs } from '../../budget';

/** The lines for a place that is marked with `«»` in the text. */
function linesFor(marked: string, width = 60): readonly [string, string] {
  const from = marked.indexOf('«');
  const to = marked.indexOf('»') - 1;
  return excerptLines(excerptOf(textOf(marked.replace(/[«»]/g, '')), { from, to }), width, plain);
}

describe('The line around a problem', () => {
  it('is shown without its indentation, with carets below the problem', () => {
    expect(linesFor('{\n    "reward": «"0.5"»,\n}')).toEqual(['"reward": "0.5",', '          ^^^^^']);
  });

  it('is cut on both sides where it is too long, and the problem stays visible', () => {
    const [line, carets] = linesFor(`${'a'.repeat(1000)}«${'b'.repeat(5)}»${'c'.repeat(1000)}`);
    expect(line).toMatch(/^…a+bbbbbc+…$/);
    expect(line.length).toBe(60);
    expect(carets.length - 5).toBe(line.indexOf('b'));
  });

  it('ends with a problem of several lines, and marks the end of the text', () => {
    expect(linesFor('{«"a": [\n1]»}')).toEqual(['{"a": [', ' ^^^^^^']);
    expect(linesFor('{"a": 1«»')).toEqual(['{"a": 1', '       ^']);
    expect(linesFor('«»')).toEqual(['', '^']);
  });

  it('begins and ends with whole characters where it is cut', () => {
    const text = `${'😀'.repeat(200)}"1"${'😀'.repeat(200)}`;
    const at = text.indexOf('"1"');
    for (const from of [at, at + 1]) {
      const excerpt = excerptOf(textOf(text), { from, to: at + 3 });
      expect(excerpt.text).not.toMatch(/\p{Surrogate}/u);
      expect(excerpt.text.slice(excerpt.from, excerpt.from + excerpt.length)).toBe(text.slice(from, at + 3));
    }
  });

  it('shows tabs as spaces, and escapes control characters', () => {
    expect(linesFor('\t{\t«1»\u001b[2J}')).toEqual(['{ 1\\u001b[2J}', '  ^']);
  });

  it('counts two columns for wide characters, and none for marks above others', () => {
    expect(linesFor('世界: «1»')[1]).toBe('      ^');
    expect(linesFor('👍🏽 e\u0301«世»')[1]).toBe('    ^^');
  });

  it('never exceeds its width, and has a caret below its first line, whatever the text', () => {
    const unit = fc.constantFrom(
      'a',
      ' ',
      '\t',
      '世',
      '😀',
      'e\u0301',
      '\u0007',
      '\r\n',
      '\n',
      '\u202e',
      '👩‍👩‍👧',
    );
    const text = fc.string({ unit, maxLength: 300 });
    fc.assert(
      fc.property(
        text,
        fc.nat(400),
        fc.nat(20),
        fc.integer({ min: 40, max: 90 }),
        (content, at, length, width) => {
          const from = Math.min(at, content.length);
          const range = { from, to: Math.min(from + length, content.length) };
          const [line, carets] = excerptLines(excerptOf(textOf(content), range), width, plain);
          expect(textWidth(line)).toBeLessThanOrEqual(width);
          expect(carets).toMatch(/^ *\^+$/);
          expect(line + carets).not.toMatch(/[\u0000-\u001f\u202e]/);
        },
      ),
      inputs(500),
    );
  });
});
