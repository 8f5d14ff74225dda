import type { TextEdit } from 'vscode-languageserver';
import type { Document } from '../../core/document';
import { type FormatOptions, formatDocument } from '../../core/features/format/format';
import { StringBuilder } from '../../core/features/longStrings';
import { computeSortEdits } from '../../core/features/sortKeys';
import type { Range } from '../../core/text/range';
import type { Edit, Text } from '../../core/text/text';
import type { Work } from '../../core/work';
import type { Replacement } from '../../protocol';
import { toRange, toTextEdit } from '../toLsp';

/** VS Code merges more edits than this into one replacement itself, but takes longer. */
const maxEdits = 1000;
/** Edits merged between two yields: each may be thousands of code units long. */
const yieldEvery = 100;

/**
 * Edits that format a document, or what a range of offsets touches; merged into one if there are too many. Null if the
 * text would become too long.
 */
export function* formatEdits(
  document: Document,
  range: Range | null,
  options: FormatOptions,
): Work<TextEdit[] | null> {
  const { text } = document;
  const { edits, isTooLong } = yield* formatDocument(document, range, options);
  if (isTooLong) return null;
  // VS Code keeps the cursor only if one edit replaces everything.
  const around = range ?? { from: 0, to: text.length };
  return (yield* mergeIfMany(text, edits, maxEdits, around)).map((edit) => toTextEdit(text, edit));
}

/**
 * Edits that sort the properties of a document's objects, merged into one if there are too many; null if the document
 * is not JSON.
 */
export function* sortEdits(document: Document): Work<Replacement[] | null> {
  const { text } = document;
  const edits = yield* computeSortEdits(document);
  if (edits === null) return null;
  return (yield* mergeIfMany(text, edits, maxEdits)).map((edit) => ({
    ...toRange(text, edit),
    text: edit.insert,
  }));
}

/** Returns ordered, disjoint edits unchanged; merges more than `limit` into one that also covers `around`. */
export function* mergeIfMany(
  text: Text,
  edits: readonly Edit[],
  limit: number,
  around: Range | null = null,
): Work<readonly Edit[]> {
  if (edits.length <= limit) return edits;
  const from = Math.min(around?.from ?? text.length, edits[0]!.from);
  const to = Math.max(around?.to ?? 0, edits.at(-1)!.to);
  const pieces = new StringBuilder();
  let at = from;
  for (const [i, edit] of edits.entries()) {
    if (i % yieldEvery === 0) yield;
    yield* pieces.pushRange(text, { from: at, to: edit.from });
    pieces.push(edit.insert);
    at = edit.to;
  }
  yield* pieces.pushRange(text, { from: at, to });
  yield;
  return [{ from, to, insert: pieces.toString() }];
}
