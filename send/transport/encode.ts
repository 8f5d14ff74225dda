import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Body, pieceText } from '../request/body';

/** Size and fingerprint of a body as it goes over the wire. */
export interface BodyDigest {
  readonly bytes: number;
  readonly sha256: string;
}

/** Code units that are encoded at once: small enough that no second copy of a large document ever exists. */
const chunkLength = 1 << 16;

/** The UTF-8 bytes of a body, in chunks of at most about 200 KB; short pieces are put together. */
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

/**
 * Counts and hashes a body. It gives way to other work between chunks, because the extension host is
 * shared with every other extension.
 */
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
