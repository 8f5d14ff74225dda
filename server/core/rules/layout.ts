// Constants that the prefilter and its kernel (`kernel/`) share: `kernels.mjs` passes them to AssemblyScript.

/** Capacity of the kernel: schemas, properties of all schemas by name, and candidates in one pack. */
export const maxSchemas = 256;
export const maxProperties = 65_536;
export const maxCandidates = 8192;

/**
 * The i32 fields of a candidate. Rows are those of the value, its key, and the container around it; -1 if that is not
 * in the pack. `aroundSchema` is -1 for the container of the whole pack.
 */
export const CandidateField = { of: 0, row: 1, keyRow: 2, aroundRow: 3, schema: 4, aroundSchema: 5 } as const;
export const candidateSize = 6;
export const CandidateOf = { value: 0, object: 1 } as const;

/** Bits of a name's hash that are compared to find repeated keys: the kernel has a bit for each value. */
export const comparedHashMask = 63;

/** Which objects a rule looks at, as bits. */
export const ObjectsWith = { anyKeys: 1, unknownKey: 2, repeatedKey: 4 } as const;
