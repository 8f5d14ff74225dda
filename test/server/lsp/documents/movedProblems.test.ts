import fc from 'fast-check';
import { expect, it } from 'vitest';
import { revise } from '../../../../server/core/document';
import type { Problem } from '../../../../server/core/schema/problem';
import { textOf } from '../../../../server/core/text/text';
import { moveProblems } from '../../../../server/lsp/documents/movedProblems';
import { inputs } from '../../../budget';

const length = 40;
const problemAt = (from: number, to: number): Problem => ({
  ...{ code: 'unknown-call', severity: 'information', message: 'a', from, to },
});

it('A moved problem covers what remains of its text, and nothing that was outside it', () => {
  const range = fc.tuple(fc.nat(length), fc.nat(length)).filter(([from, to]) => from < to);
  const edits = fc.array(fc.record({ from: fc.nat(60), to: fc.nat(60), inserted: fc.nat(4) }), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(range, edits, ([from, to], list) => {
      // Each unit of the old text is named by its offset, a new one by null.
      let units: (number | null)[] = Array.from({ length }, (_, i) => i);
      let revision: Parameters<typeof revise>[0] = { text: textOf('x'.repeat(length)), changes: [] };
      for (const edit of list) {
        const start = Math.min(edit.from, edit.to, units.length);
        const end = Math.min(Math.max(edit.from, edit.to), units.length);
        revision = revise(revision, { from: start, to: end, insert: 'y'.repeat(edit.inserted) });
        units = [...units.slice(0, start), ...Array(edit.inserted).fill(null), ...units.slice(end)];
      }
      const [moved] = moveProblems([problemAt(from, to)], revision.changes);
      const covered = moved === undefined ? [] : units.slice(moved.from, moved.to);
      const isIn = (unit: number | null) => unit !== null && unit >= from && unit < to;
      expect(covered.filter((unit) => unit !== null)).toEqual(units.filter(isIn));
      if (moved !== undefined) expect(moved.to).toBeLessThanOrEqual(units.length);
    }),
    inputs(100),
  );
});

it('A problem moves with an insertion at its start, and does not grow with one at its end', () => {
  const inserted = (at: number) => [{ oldFrom: at, oldTo: at, newFrom: at, newTo: at + 3 }];
  expect(moveProblems([problemAt(5, 8)], inserted(5))).toEqual([problemAt(8, 11)]);
  expect(moveProblems([problemAt(5, 8)], inserted(8))).toEqual([problemAt(5, 8)]);
  expect(moveProblems([problemAt(5, 8)], inserted(6))).toEqual([problemAt(5, 11)]);
});
