import type { TextEdit } from 'vscode-languageserver';
import type { Document } from '../core/document';
import type { Range } from '../core/features/contentRange';
import { type FormatOptions, formatting } from '../core/features/format/format';
import { sortingKeys } from '../core/features/sortKeys';
import { type Edit, sliceText, type Text } from '../core/text/text';
import type { Work } from '../core/work';
import type { Replacement } from '../protocol';
import { toRange, toTextEdit } from './convert';

/** VS Code itself makes one replacement of more edits than this, and takes longer for it. */
const mostEdits = 1000;
/** Edits that are taken together between two breaks. */
const step = 1000;

/** The edits that format a document: each gap by itself, or where there are too many the whole text. */
export function* formatEdits(document: Document, options: FormatOptions): Work<TextEdit[]> {
  const { text } = document;
  const edits = yield* formatting(document, null, options);
  const everything = { from: 0, to: text.length };
  const wanted = edits.length > mostEdits ? [yield* replacement(text, edits, everything)] : edits;
  return wanted.map((edit) => toTextEdit(text, edit));
}

/** The edits that sort the members of a document's objects, or where there are too many one; null for no JSON. */
export function* sortEdits(document: Document): Work<Replacement[] | null> {
  const { text } = document;
  const edits = yield* sortingKeys(document);
  if (edits === null) return null;
  const around = { from: edits[0]?.from ?? 0, to: edits.at(-1)?.to ?? 0 };
  const wanted = edits.length > mostEdits ? [yield* replacement(text, edits, around)] : edits;
  return wanted.map((edit) => ({ ...toRange(text, edit), text: edit.insert }));
}

/** One edit of a stretch that does what many in it do; those are in order and apart. */
function* replacement(text: Text, edits: readonly Edit[], { from, to }: Range): Work<Edit> {
  const pieces: string[] = [];
  let at = from;
  for (const [i, edit] of edits.entries()) {
    if (i % step === 0) yield;
    pieces.push(sliceText(text, at, edit.from), edit.insert);
    at = edit.to;
  }
  pieces.push(sliceText(text, at, to));
  return { from, to, insert: pieces.join('') };
}
