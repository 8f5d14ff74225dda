import type { TextEdit } from 'vscode-languageserver';
import type { Document } from '../core/document';
import { type FormatOptions, formatting } from '../core/features/format/format';
import { type Edit, sliceText, type Text } from '../core/text/text';
import type { Work } from '../core/work';
import { toTextEdit } from './convert';

/** VS Code makes one replacement of more edits than this, and loses the cursor unless they replace everything. */
const mostEdits = 1000;
/** Edits that are taken together between two breaks. */
const step = 1000;

/** The edits of a formatted document: each gap by itself, or where there are too many the whole text. */
export function* formatEdits(document: Document, options: FormatOptions): Work<TextEdit[]> {
  const { text } = document;
  const edits = yield* formatting(document, null, options);
  const wanted = edits.length > mostEdits ? [yield* replacement(text, edits)] : edits;
  return wanted.map((edit) => toTextEdit(text, edit));
}

/** One edit of the whole text that does what many do; those are in order and apart. */
function* replacement(text: Text, edits: readonly Edit[]): Work<Edit> {
  const pieces: string[] = [];
  let from = 0;
  for (const [i, edit] of edits.entries()) {
    if (i % step === 0) yield;
    pieces.push(sliceText(text, from, edit.from), edit.insert);
    from = edit.to;
  }
  pieces.push(sliceText(text, from, text.length));
  return { from: 0, to: text.length, insert: pieces.join('') };
}
