import type { Document } from '../../server/core/document';
import { formatDocument } from '../../server/core/features/format/format';
import { indentationAt } from '../../server/core/features/indentation';
import type { Work } from '../../server/core/work';
import { type RewriteOptions, type Rewriting, rewriteFiles } from '../rewrite/rewriteFiles';

export interface FormatCommandOptions extends RewriteOptions {
  /** Number of spaces, or a tab. */
  readonly indent?: number | 'tab';
}

/** `trajectory format`: formats files as the editor does. */
export async function format(paths: readonly string[], options: FormatCommandOptions): Promise<void> {
  const { indent } = options;
  await rewriteFiles(paths, options, {
    done: 'formatted',
    rewrite: (document) => formatted(document, indent),
  });
}

const tooLong =
  'not formatted: indentation would add more than 15 MB and make the text more than twice as long';

function* formatted(document: Document, indent: FormatCommandOptions['indent']): Work<Rewriting> {
  // Detect the indentation from the text, as editors do.
  const unit = indent === undefined ? indentationAt(document.text, 0).unit : indent;
  const insertSpaces = unit !== 'tab' && unit !== '\t';
  const tabSize = typeof unit === 'number' ? unit : unit.length;
  const { edits, isTooLong } = yield* formatDocument(document, null, { tabSize, insertSpaces });
  return isTooLong ? { edits: [], note: tooLong, isLeft: true } : { edits };
}
