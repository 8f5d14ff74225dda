import { type Document, editAtOnce } from '../../document';
import type { Problem } from '../../schema/problem';
import type { Edit } from '../../text/text';
import { mistakesIn } from '../mistakesIn';
import type { QuickFix } from './fix';

/**
 * Those fixes that keep their word, tried on the document: a mistake of syntax is gone, and no fix makes a
 * new one. Those that leave the fewest mistakes come first; of fixes with one title that differ in where they
 * go, the best. The first preferred one stays preferred, no other.
 */
export function verified(document: Document, { code }: Problem, fixes: readonly QuickFix[]): QuickFix[] {
  if (fixes.length === 0) return [];
  const before = mistakesIn(document.tree);
  const most = code === 'syntax' ? before - 1 : before;
  const byTitle = new Map<string, { fix: QuickFix; left: number }>();
  for (const fix of fixes) {
    const left = mistakesIn(applied(document, fix.edits).tree);
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

/** The document after edits that do not overlap, all in offsets of the text as it is. */
export function applied(document: Document, edits: readonly Edit[]): Document {
  const inOrder = edits
    .map((edit, i) => ({ edit, i }))
    .sort((a, b) => a.edit.from - b.edit.from || a.i - b.i);
  return editAtOnce(
    document,
    inOrder.map(({ edit }) => edit),
  );
}
