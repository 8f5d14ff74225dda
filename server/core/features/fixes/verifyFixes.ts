import type { Document } from '../../document';
import type { Problem } from '../../schema/problem';
import type { Work } from '../../work';
import { parseAfterEdits } from '../applyEdits';
import { countSyntaxErrors } from '../syntaxErrorList';
import type { QuickFix } from './fix';

/**
 * Tries each fix on the document. A fix for `syntax` must remove a syntax error; any other must add none. Sorts by
 * remaining syntax errors, keeps the best of each title, and keeps `isPreferred` on the first only.
 */
export function* verifyFixes(
  document: Document,
  { code }: Problem,
  fixes: readonly QuickFix[],
): Work<QuickFix[]> {
  if (fixes.length === 0) return [];
  const before = countSyntaxErrors(document.tree);
  const most = code === 'syntax' ? before - 1 : before;
  const byTitle = new Map<string, { fix: QuickFix; left: number }>();
  for (const fix of fixes) {
    const left = countSyntaxErrors((yield* parseAfterEdits(document, fix.edits)).tree);
    const known = byTitle.get(fix.title);
    if (left <= most && left < (known?.left ?? Number.POSITIVE_INFINITY))
      byTitle.set(fix.title, { fix, left });
  }
  const best = [...byTitle.values()].sort((a, b) => a.left - b.left);
  let hasPreferred = false;
  return best.map(({ fix }) => {
    const isPreferred = fix.isPreferred && !hasPreferred;
    hasPreferred ||= isPreferred;
    return { ...fix, isPreferred };
  });
}
