import { createHash } from 'node:crypto';
import type { Body } from '../request/body';

/** Size and fingerprint of a body as it goes over the wire. */
export interface Measure {
  readonly bytes: number;
  readonly sha256: string;
}

/** Code units that are encoded at once: small enough that no second copy of a large document ever exists. */
const CHUNK = 1 << 16;

/** The UTF-8 bytes of a body, in chunks of at most about 200 KB. */
export function* encode(body: Body): Generator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  for (const text of chunks(body)) yield encoder.encode(text);
}

/**
 * Counts and hashes a body. It gives way to other work between chunks, because the extension host is
 * shared with every other extension.
 */
export async function measure(body: Body): Promise<Measure> {
  const hash = createHash('sha256');
  let bytes = 0;
  let since = 0;
  for (const chunk of encode(body)) {
    hash.update(chunk);
    bytes += chunk.length;
    since += chunk.length;
    if (since > 4 * CHUNK) {
      since = 0;
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** The body's text in stretches of about `CHUNK` code units; short pieces are put together. */
function* chunks(body: Body): Generator<string, void, undefined> {
  let pending = '';
  for (const piece of body) {
    const text = typeof piece === 'string' ? piece : piece.source.text;
    const end = typeof piece === 'string' ? piece.length : piece.to;
    let at = typeof piece === 'string' ? 0 : piece.from;
    while (at < end) {
      const stop = chunkEnd(text, { from: at, to: end, size: CHUNK - pending.length });
      pending += text.slice(at, stop);
      at = stop;
      if (pending.length >= CHUNK) {
        yield pending;
        pending = '';
      }
    }
  }
  if (pending !== '') yield pending;
}

function chunkEnd(text: string, span: { from: number; to: number; size: number }): number {
  const stop = Math.min(span.from + span.size, span.to);
  // A surrogate pair cut in two would be encoded as two replacement characters.
  const cutsPair = stop < span.to && isHighSurrogate(text.charCodeAt(stop - 1));
  return cutsPair ? stop + 1 : stop;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
