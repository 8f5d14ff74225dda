import { type Document, type ParsedText, type Revision, reanalyze } from '../document';
import { parseInSlices } from '../engine';
import { type Change, changesOf, Reuse } from '../syntax/tree/reuse';
import { type Chunk, chunkSize, chunksOfString } from '../text/chunks';
import { type Edit, editText, sliceText, type Text, textOfChunks } from '../text/text';
import type { Work } from '../work';

/** An edit costs about as much as writing this many code units anew. */
const unitsPerEdit = 10_000;
/** Code units inserted between two yields. */
const maxInsertLength = 200_000;

/** Applies non-overlapping edits, in offsets of the current text, and analyzes the result. */
export function* applyEdits(document: Document, edits: readonly Edit[]): Work<Document> {
  return yield* reanalyze(document, yield* revisionOf(document, edits));
}

/** Like `applyEdits`, but only parses: the rules do not run. */
export function* parseAfterEdits(document: Document, edits: readonly Edit[]): Work<ParsedText> {
  const { text, changes } = yield* revisionOf(document, edits);
  const lines = document.options.language === 'trajectory-jsonl';
  const reuse = new Reuse(document.tree.root, changes);
  return { text, tree: yield* parseInSlices(document.engine, text, { lines, reuse }) };
}

function* revisionOf({ text }: Document, edits: readonly Edit[]): Work<Revision> {
  const inOrder = edits
    .map((edit, i) => ({ edit, i }))
    .sort((a, b) => a.edit.from - b.edit.from || a.i - b.i)
    .map(({ edit }) => edit);
  const isFew = inOrder.length * unitsPerEdit < text.length || inOrder.length < 3;
  const edited = yield* isFew ? oneByOne(text, inOrder) : anew(text, inOrder);
  return { text: edited, changes: isFew ? changesOf(inOrder) : [changeAround(inOrder, text, edited)] };
}

/** One change that covers all edits: between that many edits, nothing is worth reusing. */
function changeAround(edits: readonly Edit[], before: Text, after: Text): Change {
  const [from, to] = [edits[0]!.from, edits[edits.length - 1]!.to];
  return { oldFrom: from, oldTo: to, newFrom: from, newTo: after.length - (before.length - to) };
}

/** Applies ordered, disjoint edits one by one. */
function* oneByOne(text: Text, edits: readonly Edit[]): Work<Text> {
  let edited = text;
  // From the end, no edit moves another.
  for (let i = edits.length - 1; i >= 0; i--) {
    const { from, to, insert } = edits[i]!;
    edited = editText(edited, { from, to, insert: insert.slice(0, maxInsertLength) });
    yield;
    for (let at = maxInsertLength; at < insert.length; at += maxInsertLength) {
      const piece = insert.slice(at, at + maxInsertLength);
      edited = editText(edited, { from: from + at, to: from + at, insert: piece });
      yield;
    }
  }
  return edited;
}

/** Applies the edits in one pass, chunk by chunk. */
function* anew(text: Text, edits: readonly Edit[]): Work<Text> {
  const chunks: Chunk[] = [];
  let piece = '';
  const add = (content: string): void => {
    piece += content;
    if (piece.length < chunkSize) return;
    chunks.push(...chunksOfString(piece));
    piece = '';
  };
  let at = 0;
  for (const { from, to, insert } of [...edits, { from: text.length, to: text.length, insert: '' }]) {
    for (; at < from; at = Math.min(from, at + chunkSize)) {
      add(sliceText(text, at, Math.min(from, at + chunkSize)));
      yield;
    }
    for (let done = 0; done < insert.length; done += maxInsertLength) {
      if (done > 0) yield;
      add(insert.slice(done, done + maxInsertLength));
    }
    at = Math.max(at, to);
  }
  chunks.push(...chunksOfString(piece));
  return textOfChunks(chunks);
}
