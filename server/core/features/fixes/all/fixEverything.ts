import type { Document } from '../../../document';
import type { Code, Problem } from '../../../schema/problem';
import type { Edit } from '../../../text/text';
import type { Work } from '../../../work';
import { editPieces, editsOfPieces, type Pieces } from '../../composeEdits';
import { applyEdits } from '../applyEdits';
import { fixAllOfCode } from './fixAll';

/**
 * Codes that are repaired without being looked at, as on save, in this order. Not among them is `duplicate-key`, whose
 * repair removes what somebody has written. Of the syntax only what is no guess is repaired, and of the names
 * (`unknown-property`) only what other formats call a documented property, not a misspelt one.
 */
export const automatic: readonly Code[] = [
  'syntax',
  'unknown-property',
  'wrong-type',
  'invalid-date-time',
  'null-value',
  'not-utc',
];

/** Times that all is gone through, as long as one repair shows what another is. */
const maxRounds = 5;

/** Whether there is a problem that `fixEverything` may repair. */
export function hasAutomaticFixes(problems: readonly Problem[]): boolean {
  const isRenamed = ({ code, fix }: Problem): boolean =>
    code !== 'unknown-property' || fix?.name !== undefined;
  return problems.some((problem) => automatic.includes(problem.code) && isRenamed(problem));
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
