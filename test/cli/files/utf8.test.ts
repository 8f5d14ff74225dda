import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NotUtf8, Utf8Decoder } from '../../../cli/files/utf8';
import { inputs } from '../../budget';

/** Decodes bytes in pieces of a size; the place of the first invalid byte if there is one. */
function decoded(bytes: Uint8Array, size: number): string | { readonly line: number; readonly byte: number } {
  const decoder = new Utf8Decoder();
  let text = '';
  try {
    for (let at = 0; at < bytes.length; at += size) text += decoder.write(bytes.subarray(at, at + size));
    return text + decoder.end();
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    return { line: error.line, byte: error.byte };
  }
}

describe('Decoding UTF-8 in pieces', () => {
  it('gives the text, wherever it is cut', () => {
    const sizes = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), sizes, (text, size) => {
        const mark = text.startsWith('\ufeff') ? 1 : 0;
        expect(decoded(Buffer.from(text), size)).toBe(text.slice(mark));
      }),
      inputs(300),
    );
  });

  it('accepts and rejects the same bytes as the whole at once', () => {
    const byte = fc.constantFrom(10, 65, 0x80, 0xbf, 0xc3, 0xe2, 0xed, 0xf0, 0xf5, 0xff, 0xef, 0xbb);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), fc.array(byte, { maxLength: 8 }), (some, others) => {
        const bytes = Uint8Array.from([...others, ...some]);
        const whole = decoded(bytes, 100);
        for (const size of [1, 2, 3, 5]) expect(decoded(bytes, size)).toEqual(whole);
        const strict = new TextDecoder('utf-8', { fatal: true });
        if (typeof whole === 'string') expect(strict.decode(bytes)).toBe(whole);
        else expect(() => strict.decode(bytes)).toThrow();
      }),
      inputs(500),
    );
  });

  it('names the byte that begins the invalid character, and its line', () => {
    expect(decoded(Uint8Array.from([10, 65, 0xe9, 0x22]), 2)).toEqual({ line: 2, byte: 0xe9 });
    expect(decoded(Uint8Array.from([65, 0xe2, 0x82]), 1)).toEqual({ line: 1, byte: 0xe2 });
  });
});
