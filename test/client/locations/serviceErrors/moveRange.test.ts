import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveRange, type OffsetChange } from '../../../../client/locations/serviceErrors/moveRange';
import { inputs } from '../../../budget';

const place = { from: 10, to: 14 };

describe('a range reported by the service', () => {
  it.each<[string, OffsetChange, { from: number; to: number } | null]>([
    ['moves with text inserted before it', { offset: 3, removed: 0, inserted: 5 }, { from: 15, to: 19 }],
    ['moves with text removed before it', { offset: 3, removed: 2, inserted: 0 }, { from: 8, to: 12 }],
    [
      'moves when the text right before it is removed',
      { offset: 8, removed: 2, inserted: 0 },
      { from: 8, to: 12 },
    ],
    ['stays where it is when something changes after it', { offset: 15, removed: 1, inserted: 9 }, place],
    ['is gone when it is edited', { offset: 11, removed: 1, inserted: 1 }, null],
    ['is gone when something is typed at its start', { offset: 10, removed: 0, inserted: 1 }, null],
    ['is gone when something is typed at its end', { offset: 14, removed: 0, inserted: 1 }, null],
    [
      'moves when white space comes before it, as by formatting',
      { offset: 9, removed: 1, inserted: 5, isBlank: true },
      { from: 14, to: 18 },
    ],
    [
      'stays where it is when white space comes behind it',
      { offset: 14, removed: 1, inserted: 3, isBlank: true },
      place,
    ],
    ['stays where it is when what is behind it is removed', { offset: 14, removed: 1, inserted: 0 }, place],
    ['is gone when white space comes into it', { offset: 12, removed: 0, inserted: 1, isBlank: true }, null],
    ['is gone when it is removed with its surroundings', { offset: 0, removed: 50, inserted: 0 }, null],
    ['is gone when the whole document is replaced', { offset: 0, removed: 50, inserted: 50 }, null],
  ])('%s', (_, edit, expected) => {
    expect(moveRange(place, [edit])).toEqual(expected);
  });

  it('covers the same text after any edits, or is gone', () => {
    const edit = fc.record({
      at: fc.nat(),
      removed: fc.nat({ max: 6 }),
      text: fc.stringMatching(/^[a-z]{0,4}$|^ {1,3}$/),
    });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 6 }), (changes) => {
        let text = '..........REWD.................';
        const edits: OffsetChange[] = [];
        for (const { at, removed, text: inserted } of changes) {
          const offset = at % (text.length + 1);
          const taken = Math.min(removed, text.length - offset);
          text = text.slice(0, offset) + inserted + text.slice(offset + taken);
          edits.push({ offset, removed: taken, inserted: inserted.length, isBlank: inserted.trim() === '' });
        }
        const moved = moveRange(place, edits);
        if (moved !== null) expect(text.slice(moved.from, moved.to)).toBe('REWD');
      }),
      inputs(2000),
    );
  });
});
