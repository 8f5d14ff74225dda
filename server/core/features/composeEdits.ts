import type { Range } from '../text/range';
import type { Edit } from '../text/text';

/**
 * A text that came of another one by edits: ranges of that one, in order, and what stands between them.
 * So many edits, made in several rounds, become one list for the text that all began with.
 */
export type Pieces = readonly Piece[];
type Piece = string | Range;

/** The pieces after edits of the text that they make up; the edits are in order and apart. */
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

/** The edits that make the pieces of the text that they are ranges of, `length` code units long. */
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
