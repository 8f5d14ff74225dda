// Constants that the parser and its kernel (`kernel/`) share: `kernels.mjs` passes them to AssemblyScript.

/** Waiting members usually become a part when they are at least this many code units long. */
export const partSize = 8192;
/** In a deep nest, a part has at least this many code units per open container, because each becomes an object. */
export const partSizePerLevel = 24;
/** A longer number may not survive in a 64-bit floating point number. */
export const maxSafeNumberLength = 15;

/** Maximum code units from an opening bracket to the first backslash of escaped JSON without its opening quote. */
export const maxBracketsBeforeEscape = 4;

/**
 * Columns of a row. `info` is the kind, the flags and, for a key, its name (`Vocabulary.infoOf`); `next` is the row
 * after the subtree, counted from the first row of the pack. A key's value is the row after the key.
 */
export const Column = { info: 0, from: 1, to: 2, next: 3 } as const;
export const stride = 4;

/** Fields of `info`, from the lowest bit: kind, flags, number of a name in the vocabulary, hash of the name. */
export const kindMask = 0xf;
/** Entries in a table by kind. */
export const kindCapacity = kindMask + 1;
export const flagShift = 4;
export const flagMask = 0xfff;
export const nameShift = 16;
export const nameMask = 0xff;
export const hashShift = 24;
export const hashMask = 0xff;

/** The hash of a name is the sum of its length and three of its code units, each times a weight. */
export const HashWeight = { length: 13, first: 31, middle: 7, last: 1 } as const;

/** The i32 fields of each container that is open when a run ends. `high` is the greatest depth inside the first one. */
export const FrameField = { kind: 0, row: 1, members: 2, lastTo: 3, high: 4 } as const;
export const frameSize = 5;

/**
 * The i32 results of reading a run: the offset where it stopped, the state there, one past the last code unit that
 * influenced it, the number of rows, and the number of containers open inside the first one.
 */
export const RunResult = { to: 0, state: 1, seen: 2, rows: 3, depth: 4 } as const;
export const runResultSize = 5;

/** Capacity of the kernels: code units read at once (a row each), and containers open at once. */
export const windowLength = 262_144;
export const maxOpenContainers = 256;
/** Capacity for names, counting 0 for an unknown name, and for the code units of all names. */
export const maxNames = nameMask + 1;
export const maxNameUnits = 16_384;
