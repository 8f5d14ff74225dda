import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { type Answer, LONGEST_BODY, refusal, tooLarge } from './head';

/** Memory for all unfinished bodies together, in bytes. Two large ones fit. */
export const ROOM = 2 * LONGEST_BODY;

/** More than a piece of a body takes besides its bytes. A sender may send millions of pieces of one byte. */
const PIECE = 512;

/** How many bytes unfinished bodies may still take. */
export interface Room {
  left: number;
}

/**
 * Reads a whole body into memory. Gives the answer where there is no room for it, and null where the sender
 * goes away. The rest of a body that is not wanted runs past.
 */
export function readBody(request: IncomingMessage, room: Room): Promise<Buffer | Answer | null> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let length = 0;
    let taken = 0;
    const settle = (result: Buffer | Answer | null): void => {
      request.off('data', collect).resume();
      pieces.length = 0;
      room.left += taken;
      taken = 0;
      resolve(result);
    };
    const collect = (piece: Buffer): void => {
      pieces.push(piece);
      length += piece.length;
      taken += piece.length + PIECE;
      room.left -= piece.length + PIECE;
      if (length > LONGEST_BODY) settle(tooLarge());
      else if (room.left < 0) settle(busy());
    };
    request.on('data', collect);
    request.once('end', () => settle(Buffer.concat(pieces, length)));
    request.once('close', () => settle(null));
  });
}

function busy(): Answer {
  return refusal(503, 'Too much is being sent at once. Send this request again later.', {
    'Retry-After': '5',
  });
}

/** The text of a body, or one sentence that says why it is none: RFC 8259 §8.1 asks for UTF-8 without a mark. */
export function decodeBody(bytes: Buffer): { readonly text: string } | { readonly failure: string } {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return { failure: 'The body begins with a byte order mark, which JSON must not have.' };
  }
  if (isUtf8(bytes)) return { text: bytes.toString('utf8') };
  // A bad byte is replaced when it is decoded, so from there on the text no longer gives the same bytes.
  const again = Buffer.from(bytes.toString('utf8'));
  const bad = bytes.findIndex((byte, index) => byte !== again[index]);
  return { failure: `The body is not UTF-8: byte ${bad} (counted from 0) begins no character.` };
}
