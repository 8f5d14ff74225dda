import type { Document } from '../../server/core/document';
import { computeSortEdits } from '../../server/core/features/sortKeys';
import type { Work } from '../../server/core/work';
import { type RewriteOptions, type Rewriting, rewriteFiles } from '../rewrite/rewriteFiles';

/** `trajectory sort`: sorts the properties of every object. */
export async function sort(paths: readonly string[], options: RewriteOptions): Promise<void> {
  await rewriteFiles(paths, options, { done: 'sorted', rewrite: sorted });
}

function* sorted(document: Document): Work<Rewriting> {
  const edits = yield* computeSortEdits(document);
  return edits === null
    ? { edits: [], note: 'not sorted: fix the syntax errors first', isLeft: true }
    : { edits };
}
