/** Where the host finds what it hands over and what it gets: areas of the memory, in bytes. */

/** As many code units are looked at in one piece at most. */
export const windowLength: i32 = 65536;
/** As many containers may be open at once in a run. */
export const deepest: i32 = 256;
/** As many bytes of JSON are decoded in one piece at most. */
export const bytesLength: i32 = 32768;

/** Bytes are read 16 at a time, so areas that are read have that much room behind them. */
const margin = 16;

/** Bytes of a JSON string, to be decoded. */
export const bytes: usize = memory.data(bytesLength + margin, 16);
/** The code units that they stand for: no more than there are bytes. */
export const decoded: usize = memory.data(2 * (bytesLength + margin), 16);
/** Offsets that follow a line end in `decoded`. */
export const lineStarts: usize = memory.data(4 * bytesLength, 16);

/** Code units in which members are read. */
export const window: usize = memory.data(2 * (windowLength + margin), 16);
/** Rows of the members that were read, as in a `RowTable`; each takes a code unit at least. */
export const rows: usize = memory.data(16 * windowLength, 16);
/** What a call gives: a few numbers, see there. */
export const results: usize = memory.data(4 * 8, 16);
/** Containers that are open, five numbers each: see `read.ts`. */
export const frames: usize = memory.data(20 * deepest, 16);

/** What `doubt.ts` knows of the schemas, by their id; of properties and items the id of the schema. */
export const properties: usize = memory.data(2 * 65536, 16);
export const itemSchemas: usize = memory.data(2 * 256, 16);
export const documentedKinds: usize = memory.data(4 * 256, 16);
export const plainKinds: usize = memory.data(4 * 256, 16);
export const nameFlags: usize = memory.data(256, 16);
/** At most so many doubts are found at once, six numbers each: see there. */
export const doubtLimit: i32 = 1024;
export const doubts: usize = memory.data(24 * doubtLimit, 16);
/** For each name the object that it was met in last. */
export const namesMet: usize = memory.data(4 * 256, 16);

/** The names that are known: where each begins in `letters`, and its length. */
export const names: usize = memory.data(8 * 256, 16);
export const letters: usize = memory.data(2 * 16384, 16);
/** Numbers of names by what `slotOf` says of them. */
export const slots: usize = memory.data(2 * 4096, 16);
