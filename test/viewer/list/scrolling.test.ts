import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxHeight, offsetFor, visibleRows } from '../../../viewer/list/scrolling';
import { inputs } from '../../budget';

const lists = fc.record({
  count: fc.integer({ min: 1, max: 10_000_000 }),
  rowHeight: fc.integer({ min: 16, max: 40 }),
});
const height = 500;

describe('A long list', () => {
  it('is never taller than browsers allow, and both ends can be seen', () => {
    fc.assert(
      fc.property(lists, ({ count, rowHeight }) => {
        const top = visibleRows(count, rowHeight, { offset: 0, height });
        expect(top.height).toBeLessThanOrEqual(maxHeight);
        expect(top.first).toBe(0);
        expect(top.top).toBe(0);
        const offset = Math.max(0, top.height - height);
        const bottom = visibleRows(count, rowHeight, { offset, height });
        expect(bottom.last).toBe(count);
        // The last row ends where the list ends.
        const end = bottom.top + (bottom.last - bottom.first) * rowHeight;
        expect(end).toBeCloseTo(Math.max(bottom.height, 0), 3);
      }),
      inputs(100),
    );
  });

  it('covers the visible area with rows', () => {
    fc.assert(
      fc.property(lists, fc.double({ min: 0, max: 1, noNaN: true }), ({ count, rowHeight }, share) => {
        const full = Math.min(count * rowHeight, maxHeight);
        const offset = share * Math.max(0, full - height);
        const { first, last, top } = visibleRows(count, rowHeight, { offset, height });
        expect(top).toBeLessThanOrEqual(offset + 1e-3);
        const end = top + (last - first) * rowHeight;
        expect(end).toBeGreaterThanOrEqual(Math.min(offset + height, full) - 1e-3);
        expect(last - first).toBeLessThan(height / rowHeight + 16);
      }),
      inputs(100),
    );
  });

  it('scrolls to any row, but not if the row is already visible', () => {
    fc.assert(
      fc.property(
        lists,
        fc.nat(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        ({ count, rowHeight }, number, share) => {
          const row = number % count;
          const full = Math.min(count * rowHeight, maxHeight);
          const view = { offset: share * Math.max(0, full - height), height };
          const offset = offsetFor(row, count, rowHeight, view);
          const { first, top } = visibleRows(count, rowHeight, { offset, height });
          const at = top + (row - first) * rowHeight - offset;
          expect(at).toBeGreaterThanOrEqual(-1);
          expect(at + rowHeight).toBeLessThanOrEqual(Math.max(height, rowHeight) + 1);
          expect(offsetFor(row, count, rowHeight, { offset, height })).toBeCloseTo(offset, 3);
        },
      ),
      inputs(100),
    );
  });
});
