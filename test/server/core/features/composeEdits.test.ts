import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editPieces, editsOfPieces, type Pieces } from '../../../../server/core/features/composeEdits';
import type { Edit } from '../../../../server/core/text/text';
import { inputs } from '../../../budget';

function apply(content: string, edits: readonly Edit[]): string {
  return edits.reduceRight(
    (text, { from, to, insert }) => text.slice(0, from) + insert + text.slice(to),
    content,
  );
}

/** Edits of a text of some length: in order, disjoint, some of them adjacent insertions. */
function editsFor(length: number): fc.Arbitrary<Edit[]> {
  const offsets = fc.uniqueArray(fc.nat(length), { maxLength: 8 }).map((all) => all.sort((a, b) => a - b));
  return fc
    .tuple(offsets, fc.array(fc.string({ maxLength: 3 }), { minLength: 4, maxLength: 4 }))
    .map(([at, inserts]) =>
      inserts.slice(0, at.length >> 1).map((insert, i) => ({ from: at[2 * i]!, to: at[2 * i + 1]!, insert })),
    );
}

describe('Lists of edits made one after the other', () => {
  it('become one list for the first text, in order and disjoint', () => {
    const rounds = fc.string({ minLength: 1, maxLength: 30 }).chain((content) =>
      editsFor(content.length).chain((first) => {
        const second = editsFor(apply(content, first).length);
        return fc.tuple(fc.constant(content), fc.constant(first), second);
      }),
    );
    fc.assert(
      fc.property(rounds, ([content, first, second]) => {
        let pieces: Pieces = [{ from: 0, to: content.length }];
        for (const edits of [first, second]) pieces = editPieces(pieces, edits);
        const edits = editsOfPieces(pieces, content.length);
        expect(apply(content, edits)).toBe(apply(apply(content, first), second));
        for (const [i, { from }] of edits.entries())
          if (i > 0) expect(from).toBeGreaterThan(edits[i - 1]!.to);
      }),
      inputs(300),
    );
  });
  it('become an empty list only if nothing changes', () => {
    expect(editsOfPieces(editPieces([{ from: 0, to: 3 }], []), 3)).toEqual([]);
    expect(editsOfPieces(editPieces([], [{ from: 0, to: 0, insert: 'a' }]), 0)).toEqual([
      { from: 0, to: 0, insert: 'a' },
    ]);
  });
});
