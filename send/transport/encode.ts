import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Body, pieceText } from '../request/body';

/** Size and hash of a body on the wire. */
export interface BodyDigest {
  readonly bytes: number;
  readonly sha256: string;
}

/** Code units encoded at a time: small, so that there is never a second copy of a large document. */
const chunkLength = 1 << 16;

/** UTF-8 encodes a body in chunks of at most about 200 KB. Joins short pieces. */
export function* encode(body: Body): Generator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  let pending = '';
  for (const piece of body) {
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

/** Counts and hashes a body. Yields between chunks, because all extensions share the extension host. */
export async function digestBody(body: Body): Promise<BodyDigest> {
  const hash = createHash('sha256');
  let bytes = 0;
  for (const chunk of encode(body)) {
    hash.update(chunk);
    bytes += chunk.length;
    await setImmediate();
  }
  return { bytes, sha256: hash.digest('hex') };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
