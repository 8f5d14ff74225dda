// Constants that the decoder and its kernel (`kernel/`) share: `kernels.mjs` passes them to AssemblyScript.

/** Maximum number of bytes decoded per call. */
export const maxDecodedBytes = 32_768;

/** Why a call ended: no more bytes, a closing quote, or bytes that are not a JSON string in UTF-8. */
export const DecodeEnd = { bytes: 0, quote: 1, invalid: 2 } as const;
export type DecodeEnd = (typeof DecodeEnd)[keyof typeof DecodeEnd];

/** The i32 results of a call: bytes decoded, and code units and line starts produced. */
export const DecodeResult = { taken: 0, units: 1, lineStarts: 2 } as const;
export const decodeResultSize = 3;
