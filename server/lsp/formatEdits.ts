import type { TextEdit } from 'vscode-languageserver';
import { type Edit, sliceText, type Text } from '../core/text/text';
import { toTextEdit } from './convert';

/** VS Code makes one replacement of more edits than this, and loses the cursor unless they replace everything. */
const mostEdits = 1000;

/** The edits of a formatted document: each gap by itself, or where there are too many the whole text. */
export function toFormatEdits(text: Text, edits: readonly Edit[]): TextEdit[] {
  const wanted = edits.length > mostEdits ? [replacement(text, edits)] : edits;
  return wanted.map((edit) => toTextEdit(text, edit));
}

/** One edit of the whole text that does what many do; those are in order and apart. */
function replacement(text: Text, edits: readonly Edit[]): Edit {
  const pieces: string[] = [];
  let from = 0;
  for (const edit of edits) {
    pieces.push(sliceText(text, from, edit.from), edit.insert);
    from = edit.to;
  }
  pieces.push(sliceText(text, from, text.length));
  return { from: 0, to: text.length, insert: pieces.join('') };
}
