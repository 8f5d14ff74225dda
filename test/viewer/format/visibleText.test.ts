import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { piecesOf, piecesOfName, visible, visibleName } from '../../../viewer/format/visibleText';
import { inputs } from '../../budget';

describe('Invisible characters', () => {
  it.each([
    ['\u202eevil', '\\u202eevil'],
    ['\u001b[31mred', '\\u001b[31mred'],
    ['zero\u200bwidth', 'zero\\u200bwidth'],
    ['lone \ud800 half', 'lone \\ud800 half'],
    ['a\rb', 'a\\rb'],
    ['tag \u{e0041}', 'tag \\u{e0041}'],
    ['soft\u00adhyphen', 'soft\\u00adhyphen'],
    ['filler\u3164', 'filler\\u3164'],
  ])('are written as escapes: %j', (text, expected) => {
    expect(visible(text)).toBe(expected);
    const pieces = piecesOf(text);
    expect(pieces.map((piece) => (typeof piece === 'string' ? piece : piece.escape)).join('')).toBe(expected);
    expect(pieces.some((piece) => typeof piece !== 'string')).toBe(true);
  });

  it.each(['tabs\tand\nlines\r\n', 'emoji 👩‍👩‍👧 joined ❤\ufe0f', 'Grüße, 你好, שלום'])(
    'do not include those in %j',
    (text) => {
      expect(visible(text)).toBe(text);
      expect(piecesOf(text)).toEqual([text]);
    },
  );

  it('include line breaks and tabs in a name', () => {
    expect(visibleName('a\tb\r\nc\u202ed')).toBe('a\\tb\\r\\nc\\u202ed');
    expect(piecesOfName('a\nb')).toEqual(['a', { escape: '\\n' }, 'b']);
  });

  it('are none in an empty name, which is shown as empty quotes', () => {
    expect(visibleName('')).toBe('""');
    expect(visible('')).toBe('');
  });

  it('are separate pieces only up to a limit', () => {
    const text = '\u001b'.repeat(50_000);
    expect(piecesOf(text).length).toBeLessThan(3000);
    expect(visible(text)).toBe('\\u001b'.repeat(50_000));
  });

  it('are escaped without losing other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const joined = piecesOf(text).map((piece) => (typeof piece === 'string' ? piece : piece.escape));
        expect(joined.join('')).toBe(visible(text));
      }),
      inputs(100),
    );
  });
});
