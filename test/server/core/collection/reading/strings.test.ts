import { describe, expect, it } from 'vitest';
import { decodedLength, decodedSlice } from '../../../../../server/core/collection/reading/strings';
import type { Value } from '../../../../../server/core/collection/reading/values';
import { Flag } from '../../../../../server/core/syntax/tokens/token';
import { Kind } from '../../../../../server/core/syntax/tree/nodeKind';
import { textOf } from '../../../../../server/core/text/text';

describe('A slice of a long string of escapes', () => {
  const escapes = 1_000_000;
  const token = `"${String.raw`\u0041\n`.repeat(escapes / 2)}\\u12x"`;
  const text = textOf(token);
  const value = { kind: Kind.string, flags: Flag.escapes, from: 0, to: token.length } as Value;

  it('is decoded, and the rest is counted', () => {
    const { made } = run(3, 8);
    expect(made).toEqual({ text: '\nA\nA\n', length: escapes + 5 });
    expect(made.length).toBe(decodedLength(text, value));
  });

  it.each([
    ['the beginning', 0, 10],
    ['the whole', 0, escapes],
  ])('is found in many steps: %s', (_, from, to) => {
    expect(run(from, to).steps).toBeGreaterThan(3);
  });

  function run(from: number, to: number) {
    const work = decodedSlice(text, value, { from, to });
    for (let steps = 0; ; steps++) {
      const step = work.next();
      if (step.done === true) return { made: step.value, steps };
    }
  }
});
