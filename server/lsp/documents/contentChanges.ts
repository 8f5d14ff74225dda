import type { Revision } from '../../core/document';
import { type Chunk, stringOfUnits } from '../../core/text/chunks';
import { offsetAt, type Position } from '../../core/text/text';
import type { Work } from '../../core/work';
import type { Analysis } from './analysis';

/** A text that the transport has decoded, in chunks for `textOfChunks`. Nothing that a client writes is one. */
export class DecodedText {
  readonly chunks: readonly Chunk[];

  constructor(chunks: readonly Chunk[]) {
    this.chunks = chunks;
  }
}

/** Document text from the transport. */
export type ReceivedText = string | DecodedText;

/** An LSP content change. Without a range, the text replaces the whole document. */
export interface ContentChange {
  readonly range?: { readonly start: Position; readonly end: Position };
  readonly text: ReceivedText;
}

/** Code units inserted between two yields. */
const maxInsertLength = 500_000;

/** Applies one change. Inserts piece by piece, because the clipboard may contain a whole file. */
export function* applyContentChange(
  { revise }: Analysis,
  revision: Revision,
  { range, text }: ContentChange,
): Work<Revision> {
  const current = revision.text;
  const start = range === undefined ? 0 : offsetAt(current, range.start);
  const end = range === undefined ? current.length : offsetAt(current, range.end);
  let [from, to] = [Math.min(start, end), Math.max(start, end)];
  let next = revision;
  for (const insert of piecesOf(text)) {
    next = revise(next, { from, to, insert });
    from += insert.length;
    to = from;
    yield;
  }
  return next;
}

/** Splits a text into short strings, at least one. */
function* piecesOf(text: ReceivedText): Generator<string> {
  if (typeof text !== 'string') {
    if (text.chunks.length === 0) yield '';
    for (const { units } of text.chunks) yield stringOfUnits(units, 0, units.length);
  } else if (text === '') yield '';
  else for (let at = 0; at < text.length; at += maxInsertLength) yield text.slice(at, at + maxInsertLength);
}
