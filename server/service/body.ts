import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

/** A request body, or why there is none. `gone`: the sender went away in the middle of it. */
export type Body =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'gone' };

/** Reads a body of at most `limit` bytes into memory. What comes after the limit is left to the caller. */
export function readBody(request: IncomingMessage, limit: number): Promise<Body> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const collect = (chunk: Buffer): void => {
      length += chunk.length;
      if (length <= limit) {
        chunks.push(chunk);
        return;
      }
      request.off('data', collect);
      chunks.length = 0;
      resolve({ kind: 'too-large' });
    };
    request.on('data', collect);
    request.once('end', () => resolve({ kind: 'whole', bytes: Buffer.concat(chunks, length) }));
    request.once('error', () => resolve({ kind: 'gone' }));
    request.once('close', () => resolve({ kind: 'gone' }));
  });
}

/**
 * Lets the rest of a refused body run past: a sender that is still writing would see a reset connection in
 * place of the answer. One that goes on for more than `limit` bytes is cut off.
 */
export function discardRest(request: IncomingMessage, limit: number): void {
  let left = limit;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.socket.destroy();
  });
}

/** The text of a body, or one sentence that says why it is none: RFC 8259 §8.1 asks for UTF-8 without a mark. */
export function decodeBody(bytes: Buffer): { readonly text: string } | { readonly failure: string } {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return { failure: 'The body begins with a byte order mark, which JSON must not have.' };
  }
  if (!isUtf8(bytes)) {
    return {
      failure: `The body is not UTF-8: byte ${firstBadByte(bytes)} (counted from 0) begins no character.`,
    };
  }
  return { text: bytes.toString('utf8') };
}

/** A bad byte is replaced when it is decoded, so the text no longer gives the same bytes from there on. */
function firstBadByte(bytes: Buffer): number {
  const again = Buffer.from(bytes.toString('utf8'));
  return bytes.findIndex((byte, index) => byte !== again[index]);
}
