import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Chunk, chunkOf } from '../../../../server/core/text/chunks';
import { type InvalidByte, Utf8Decoder } from '../../../../server/core/text/utf8';
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
): { text: string; invalid: InvalidByte | null } {
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
    const piece = Buffer.from(content.subarray(from, to));
    add(decoder.decode(piece));
    // Bytes may be changed once they are decoded.
    piece.fill(0xff);
    from = to;
  }
  add(decoder.end());
  return { text: String.fromCharCode(...units), invalid: decoder.invalid };
}

it('Bytes are decoded as the platform decodes them, wherever they are divided', () => {
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), { maxLength: 5 });
  fc.assert(
    fc.property(bytes, cuts, (content, divided) => {
      const { text, invalid } = decoded(content, divided);
      expect(text).toBe(new TextDecoder().decode(content));
      expect(decoded(content, divided, { kernel: null })).toEqual({ text, invalid });
      let isValid = true;
      try {
        new TextDecoder('utf-8', { fatal: true }).decode(content);
      } catch {
        isValid = false;
      }
      expect(invalid === null).toBe(isValid);
      expect(decoded(content, []).invalid).toEqual(invalid);
      if (invalid === null) return;
      const before = new TextDecoder().decode(content.subarray(0, invalid.at));
      expect(invalid).toEqual({
        at: invalid.at,
        byte: content[invalid.at],
        line: before.split(/\r\n|\r|\n/).length - 1,
      });
    }),
    inputs(2000),
  );
});

it('The first invalid byte is named with its line', () => {
  expect(decoded(Uint8Array.of(10, 65, 0xe9, 0x22), [0.5]).invalid).toEqual({ at: 2, byte: 0xe9, line: 1 });
  expect(decoded(Uint8Array.of(65, 0xe2, 0x82), [0.4]).invalid).toEqual({ at: 1, byte: 0xe2, line: 0 });
});
