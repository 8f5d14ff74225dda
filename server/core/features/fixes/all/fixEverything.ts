import type { Document } from '../../../document';
import type { Code, Problem } from '../../../schema/problem';
import type { Edit } from '../../../text/text';
import type { Work } from '../../../work';
import { applyEdits } from '../../applyEdits';
import { editPieces, editsOfPieces, type Pieces } from '../../composeEdits';
import { fixAllOfCode } from './fixAll';
import { mayBeFixedUnasked } from './sureFixes';

/**
 * Codes fixed without confirmation, as on save, in this order. `duplicate-key` is not among them: its fix removes
 * what somebody wrote. For `syntax`, only certain fixes; for `unknown-property`, only names that other formats use
 * for a documented property, not misspelt ones.
 */
export const automatic: readonly Code[] = [
  'syntax',
  'unknown-property',
  'wrong-type',
  'invalid-date-time',
  'null-value',
  'not-utc',
];

/** Maximum rounds: one fix may reveal another. */
const maxRounds = 5;

/** Whether there is a problem that `fixEverything` may fix. */
export function hasAutomaticFixes(problems: readonly Problem[]): boolean {
  return problems.some((problem) => automatic.includes(problem.code) && mayBeFixed(problem));
}

function mayBeFixed(problem: Problem): boolean {
  if (problem.code === 'syntax') return mayBeFixedUnasked(problem);
  return problem.code !== 'unknown-property' || problem.fix?.isOtherName === true;
}

/** Edits for every fix that needs no decision, one code after the other; ordered and disjoint. */
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
