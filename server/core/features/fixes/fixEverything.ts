import { type Document, problemsOf } from '../../document';
import type { Code } from '../../schema/problem';
import type { Edit } from '../../text/text';
import { editPieces, editsOfPieces, type Pieces } from '../pieces';
import { fixAllOfCode } from './fixAll';
import { applied } from './verified';

/**
 * Codes that are repaired without being looked at, as on save, in this order. Not among them are those whose
 * repair is a guess (`unknown-property`) or removes what somebody has written (`duplicate-key`); of the syntax only
 * what is no guess is repaired.
 */
export const automatic: readonly Code[] = ['syntax', 'wrong-type', 'null-value', 'not-utc'];

/** Whether there is a problem that `fixEverything` may repair. */
export function hasAutomaticFixes(document: Document): boolean {
  return problemsOf(document).some(({ code }) => automatic.includes(code));
}

/** Edits that make every repair that needs no decision, one code after the other; in order and apart. */
export function fixEverything(document: Document): Edit[] {
  const { length } = document.text;
  let current = document;
  let pieces: Pieces = [{ from: 0, to: length }];
  for (const code of automatic) {
    const edits = [...fixAllOfCode(current, code, false)].sort((a, b) => a.from - b.from || a.to - b.to);
    if (edits.length === 0) continue;
    pieces = editPieces(pieces, edits);
    current = applied(current, edits);
  }
  return editsOfPieces(pieces, length);
}
