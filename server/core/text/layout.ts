// Constants that the decoder and its kernel (`kernel/`) share: `kernels.mjs` passes them to AssemblyScript.

/** Maximum number of bytes decoded per call. */
export const maxDecodedBytes = 32_768;

/**
 * Bytes of a character above ASCII in UTF-8 (RFC 3629). By its first byte it has two, three or four; some first bytes
 * limit the second one, because overlong forms, surrogates and values beyond Unicode are not UTF-8.
 */
export const FirstByte = {
  ofTwo: 0xc2,
  ofThree: 0xe0,
  ofSurrogates: 0xed,
  ofFour: 0xf0,
  last: 0xf4,
} as const;
export const LaterByte = {
  least: 0x80,
  most: 0xbf,
  leastOfThree: 0xa0,
  mostOfSurrogates: 0x9f,
  leastOfFour: 0x90,
  mostOfLast: 0x8f,
} as const;
/** Code points from here on are surrogate pairs in UTF-16. */
export const firstPair = 0x10000;

/** Why a call ended: no more bytes, a closing quote, or bytes that are not a JSON string in UTF-8. */
export const DecodeEnd = { bytes: 0, quote: 1, invalid: 2 } as const;
export type DecodeEnd = (typeof DecodeEnd)[keyof typeof DecodeEnd];

/** The i32 results of a call: bytes decoded, and code units and line starts produced. */
export const DecodeResult = { taken: 0, units: 1, lineStarts: 2 } as const;
export const decodeResultSize = 3;
