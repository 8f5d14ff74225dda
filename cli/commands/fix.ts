import type { Document } from '../../server/core/document';
import { applyEdits } from '../../server/core/features/applyEdits';
import { editPieces, editsOfPieces, type Pieces } from '../../server/core/features/composeEdits';
import { areTooMany } from '../../server/core/features/fixes/all/fixAll';
import { automatic, fixEverything } from '../../server/core/features/fixes/all/fixEverything';
import type { Work } from '../../server/core/work';
import { countsInWords } from '../report/totals';
import { type RewriteOptions, type Rewriting, rewriteFiles } from '../rewrite/rewriteFiles';

/** `trajectory fix`: the fixes that the editor makes on save. */
export async function fix(paths: readonly string[], options: RewriteOptions): Promise<void> {
  await rewriteFiles(paths, options, { done: 'fixed', rewrite: fixed });
}

/** Of very many problems, only the first are fixed at once. */
const maxRounds = 100;

function* fixed(document: Document): Work<Rewriting> {
  const { length } = document.text;
  let current = document;
  let pieces: Pieces = [{ from: 0, to: length }];
  for (let round = 0; round < maxRounds; round++) {
    const isCut = automatic.some((code) => areTooMany(current, code));
    const edits = yield* fixEverything(current);
    if (edits.length === 0) break;
    pieces = editPieces(pieces, edits);
    current = yield* applyEdits(current, edits);
    if (!isCut) break;
  }
  const [errors, warnings] = current.counts;
  const left = countsInWords([errors, warnings, 0, 0]);
  return {
    edits: editsOfPieces(pieces, length),
    ...(left === null ? {} : { note: `${left} left`, isLeft: true }),
  };
}
