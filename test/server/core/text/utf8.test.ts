import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Chunk, chunkOf } from '../../../../server/core/text/chunks';
import { Utf8Decoder } from '../../../../server/core/text/utf8';
import { inputs } from '../../../budget';

const bytes = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 6 }),
      fc.string({ unit: 'binary', maxLength: 6 }).map((text) => new TextEncoder().encode(text)),
      fc.constantFrom([13], [10], [13, 10], [9]),
      fc.integer({ min: 1, max: 60 }).map((length) => new TextEncoder().encode('a'.repeat(length))),
      fc.constantFrom([0xef, 0xbb, 0xbf], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98], [0xc0, 0x80], [0xf4, 0x90]),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => Uint8Array.from(pieces.flatMap((piece) => [...piece])));

function decoded(
  content: Uint8Array,
  cuts: readonly number[],
  how: ConstructorParameters<typeof Utf8Decoder>[0] = {},
): { text: string; invalidAt: number } {
  const decoder = new Utf8Decoder(how);
  const units: number[] = [];
  const add = (chunks: readonly Chunk[]): void => {
    for (const chunk of chunks) {
      expect(chunk).toEqual(chunkOf(chunk.units));
      units.push(...chunk.units);
    }
  };
  let from = 0;
  for (const to of [
    ...cuts.map((at) => Math.floor(at * content.length)).sort((a, b) => a - b),
    content.length,
  ]) {
    add(decoder.decode(content.subarray(from, to)));
    from = to;
  }
  add(decoder.end());
  return { text: String.fromCharCode(...units), invalidAt: decoder.invalidAt };
}

it('Bytes are decoded as the platform decodes them, wherever they are divided', () => {
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), { maxLength: 5 });
  fc.assert(
    fc.property(bytes, cuts, (content, divided) => {
      const { text, invalidAt } = decoded(content, divided);
      expect(text).toBe(new TextDecoder().decode(content));
      expect(decoded(content, divided, { kernel: null })).toEqual({ text, invalidAt });
      let isValid = true;
      try {
        new TextDecoder('utf-8', { fatal: true }).decode(content);
      } catch {
        isValid = false;
      }
      expect(invalidAt === -1).toBe(isValid);
      expect(decoded(content, []).invalidAt).toBe(invalidAt);
    }),
    inputs(2000),
  );
});
