import { pieceText, type TextPiece } from '../request/body';

/** Code units encoded at a time: small, so that there is never a second copy of a large document. */
const chunkLength = 1 << 16;

/** UTF-8 encodes texts in chunks of at most about 200 KB. Joins short pieces. */
export function* encode(pieces: readonly TextPiece[]): Generator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  let pending = '';
  for (const piece of pieces) {
    const text = typeof piece === 'string' ? piece : pieceText(piece);
    let at = 0;
    while (at < text.length) {
      let stop = at + chunkLength - pending.length;
      // A surrogate pair cut in two would be encoded as two replacement characters.
      if (isHighSurrogate(text.charCodeAt(stop - 1))) stop++;
      pending += text.slice(at, stop);
      at = stop;
      if (pending.length < chunkLength) continue;
      yield encoder.encode(pending);
      pending = '';
    }
  }
  if (pending !== '') yield encoder.encode(pending);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
