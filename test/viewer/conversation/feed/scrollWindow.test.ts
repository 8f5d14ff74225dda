import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstOfWindow, maxMessagesInWindow } from '../../../../viewer/conversation/feed/scrollWindow';
import { inputs } from '../../../budget';

describe('A conversation too long to scroll through', () => {
  it('is shown in a window that contains the requested message and moves only if needed', () => {
    const total = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(total, fc.nat(), fc.nat(), (count, at, number) => {
        const before = firstOfWindow(0, at % count, count);
        const wanted = number % count;
        const first = firstOfWindow(before, wanted, count);
        expect(first).toBeLessThanOrEqual(wanted);
        expect(wanted).toBeLessThan(first + maxMessagesInWindow);
        expect(first + Math.min(maxMessagesInWindow, count)).toBeLessThanOrEqual(count);
        expect(firstOfWindow(first, null, count)).toBe(first);
        expect(firstOfWindow(first, wanted, count)).toBe(first);
      }),
      inputs(300),
    );
  });
});
