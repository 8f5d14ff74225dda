import type { Range } from '../text/range';
import type { Edit } from '../text/text';

/**
 * An edited text as ranges of the original, in order, with inserted strings between them. Turns several rounds of edits
 * into one list of edits for the original text.
 */
export type Pieces = readonly Piece[];
type Piece = string | Range;

/** Applies ordered, disjoint edits to the text that the pieces make up. */
export function editPieces(pieces: Pieces, edits: readonly Edit[]): Pieces {
  const result: Piece[] = [];
  let index = 0;
  let inPiece = 0;
  let at = 0;
  const pass = (until: number, keep: boolean): void => {
    while (at < until && index < pieces.length) {
      const piece = pieces[index]!;
      const size = Math.min(lengthOf(piece) - inPiece, until - at);
      if (keep) result.push(partOf(piece, inPiece, inPiece + size));
      at += size;
      inPiece += size;
      if (inPiece === lengthOf(piece)) [index, inPiece] = [index + 1, 0];
    }
  };
  for (const { from, to, insert } of edits) {
    pass(from, true);
    pass(to, false);
    if (insert !== '') result.push(insert);
  }
  pass(Number.POSITIVE_INFINITY, true);
  return result;
}

/** The edits that turn the original text, `length` code units long, into the pieces. */
export function editsOfPieces(pieces: Pieces, length: number): Edit[] {
  const edits: Edit[] = [];
  let at = 0;
  let insert = '';
  for (const piece of [...pieces, { from: length, to: length }]) {
    if (typeof piece === 'string') {
      insert += piece;
      continue;
    }
    if (piece.from > at || insert !== '') edits.push({ from: at, to: piece.from, insert });
    insert = '';
    at = piece.to;
  }
  return edits;
}

function lengthOf(piece: Piece): number {
  return typeof piece === 'string' ? piece.length : piece.to - piece.from;
}

function partOf(piece: Piece, from: number, to: number): Piece {
  return typeof piece === 'string' ? piece.slice(from, to) : { from: piece.from + from, to: piece.from + to };
}
