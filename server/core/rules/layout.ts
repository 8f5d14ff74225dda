// What the prefilter and its kernel (`kernel/`) both know: `kernels.mjs` hands it to both compilers.

/** Room for schemas, for the schemas of all their properties by name, and for what is found in a pack. */
export const mostSchemas = 256;
export const mostProperties = 65_536;
export const mostCandidates = 1024;
/** Entries of a schema in a table by schema and kind. */
export const kindsPerSchema = 16;

/**
 * Fields of a candidate: what is looked at, the rows of the value, its key and the container around it (-1 for
 * none in the pack), the schema of the value, and that of the container (-1 for the one of the whole pack).
 */
export const CandidateField = { of: 0, row: 1, keyRow: 2, aroundRow: 3, schema: 4, aroundSchema: 5 } as const;
export const candidateSize = 6;
export const CandidateOf = { value: 0, object: 1 } as const;

/** What rules look for among the keys of an object, as bits. */
export const ObjectsWith = { anyKeys: 1, unknownKey: 2, repeatedKey: 4 } as const;
