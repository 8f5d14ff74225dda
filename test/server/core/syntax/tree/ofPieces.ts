import fc from 'fast-check';

/** Broken texts: up to a number of pieces in any order. */
export function ofPieces(pieces: readonly string[], maxLength: number): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...pieces), { maxLength }).map((parts) => parts.join(''));
}
