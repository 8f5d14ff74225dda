// What decoding and its kernel (`kernel/`) both know: `kernels.mjs` hands it to both compilers.

/** At most this many bytes are decoded in one call. */
export const longestPiece = 32_768;

/** What ends a call: the bytes run out, the string is closed, or the bytes are no JSON string in UTF-8. */
export const DecodeEnd = { bytes: 0, quote: 1, invalid: 2 } as const;
export type DecodeEnd = (typeof DecodeEnd)[keyof typeof DecodeEnd];

/** What a call leaves in its results, i32 each: bytes taken, and code units and line starts made of them. */
export const DecodeResult = { taken: 0, units: 1, lineStarts: 2 } as const;
export const decodeResultSize = 3;
