import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ByteOffsets } from '../../../../server/core/text/byteOffsets';
import { inputs } from '../../../budget';

it('Offsets of a text are found in its bytes, wherever the bytes are cut', () => {
  const character = fc.constantFrom('a', 'é', '旅', '🙂', 'abcdefghi');
  fc.assert(
    fc.property(
      fc.array(character, { maxLength: 20 }),
      fc.array(fc.integer({ min: 0, max: 5 })),
      (characters, lengths) => {
        const text = characters.join('');
        // The offsets between characters, with the end.
        const offsets = [0, ...characters.map((_, i) => characters.slice(0, i + 1).join('').length)];
        const bytes = Buffer.from(text);
        const search = new ByteOffsets(offsets);
        let from = 0;
        for (const length of [...lengths, bytes.length]) {
          search.add(bytes.subarray(from, from + length));
          from += length;
        }
        expect(search.end()).toEqual(offsets.map((offset) => Buffer.byteLength(text.slice(0, offset))));
      },
    ),
    inputs(300),
  );
});
