import type { Document } from '../../../document';
import type { Code, Problem } from '../../../schema/problem';
import type { Edit } from '../../../text/text';
import type { Work } from '../../../work';
import { editPieces, editsOfPieces, type Pieces } from '../../composeEdits';
import { applyEdits } from '../applyEdits';
import { fixAllOfCode } from './fixAll';

/**
 * Codes that are repaired without being looked at, as on save, in this order. Not among them are those whose
 * repair is a guess (`unknown-property`) or removes what somebody has written (`duplicate-key`); of the syntax only
 * what is no guess is repaired.
 */
export const automatic: readonly Code[] = [
  'syntax',
  'wrong-type',
  'invalid-date-time',
  'null-value',
  'not-utc',
];

/** Times that all is gone through, as long as one repair shows what another is. */
const maxRounds = 5;

/** Whether there is a problem that `fixEverything` may repair. */
export function hasAutomaticFixes(problems: readonly Problem[]): boolean {
  return problems.some(({ code }) => automatic.includes(code));
}

/** Edits that make every repair that needs no decision, one code after the other; in order and apart. */
export function* fixEverything(document: Document): Work<Edit[]> {
  const { length } = document.text;
  let current = document;
  let pieces: Pieces = [{ from: 0, to: length }];
  for (let round = 0, before: Document | null = null; round < maxRounds && current !== before; round++) {
    before = current;
    for (const code of automatic) {
      const edits = yield* fixAllOfCode(current, code, false);
      if (edits.length === 0) continue;
      pieces = editPieces(pieces, edits);
      current = yield* applyEdits(current, edits);
    }
  }
  return editsOfPieces(pieces, length);
}
