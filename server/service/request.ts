import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Maximum size of a body: somewhat more than the largest file an editor shows. */
const maxBodyMegabytes = 64;
const maxBodyBytes = maxBodyMegabytes * 1024 * 1024;

/**
 * Upper bound of the memory that a chunk of a body takes besides its bytes. A sender may send millions of one-byte
 * chunks.
 */
const chunkOverhead = 512;

/** Memory left for unfinished bodies, in bytes, all together. Two large ones fit. */
let room = 2 * maxBodyBytes;

/** The response to the sender. */
export interface HttpResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response outside the interface's validation errors: one sentence in `detail`. */
export function errorResponse(
  status: number,
  detail: string,
  headers: HttpResponse['headers'] = {},
): HttpResponse {
  return { status, body: { detail }, headers };
}

/**
 * The response if the head of a request alone is reason to reject it, else null. The interface requires POST, a bearer
 * token and `Content-Type: application/json` and does not say how to respond without them: 405, 401 and 415 with a
 * `detail` string are this service's choice.
 */
export function rejectHead({ method, headers }: IncomingMessage, token: string): HttpResponse | null {
  // With DNS rebinding, a web page could reach the service through the user's browser; the browser then sends the
  // page's host name.
  if (!/^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(headers.host ?? '')) {
    return errorResponse(421, 'The Host header must name this machine: localhost, 127.0.0.1 or [::1].');
  }
  if (method !== 'POST') return errorResponse(405, 'Only POST is allowed here.', { Allow: 'POST' });
  const given = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  // Hashes have one length and no order, so the time of the comparison reveals nothing about the token.
  if (!timingSafeEqual(sha256(given), sha256(token))) {
    return errorResponse(401, 'The access token is missing or wrong.', { 'WWW-Authenticate': 'Bearer' });
  }
  // Parameters such as `charset` have no meaning for JSON (RFC 8259 §11) and are accepted.
  if (!/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')) {
    return errorResponse(415, 'The Content-Type header must be application/json.', {
      Accept: 'application/json',
    });
  }
  if (!/^(?:identity)?$/i.test(headers['content-encoding'] ?? '')) {
    return errorResponse(415, 'The body must not be compressed.', { 'Accept-Encoding': 'identity' });
  }
  return null;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Reads a whole body into memory, or returns the response if there is no room for it. */
export function readBody(request: IncomingMessage): Promise<Buffer | HttpResponse> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let length = 0;
    let taken = 0;
    const settle = (result: Buffer | HttpResponse): void => {
      request.off('data', collect);
      pieces.length = 0;
      room += taken;
      taken = 0;
      resolve(result);
    };
    const collect = (piece: Buffer): void => {
      pieces.push(piece);
      length += piece.length;
      taken += piece.length + chunkOverhead;
      room -= piece.length + chunkOverhead;
      if (length > maxBodyBytes) settle(errorResponse(413, tooLarge));
      else if (room < 0) settle(busy());
    };
    request.on('data', collect);
    request.once('end', () => settle(Buffer.concat(pieces)));
    request.once('close', () => settle(errorResponse(400, 'The client closed the connection.')));
  });
}

const tooLarge = `The body is larger than ${maxBodyMegabytes} MiB, the most that the local service accepts.`;

function busy(): HttpResponse {
  const detail = 'Too much is being sent at once. Send this request again later.';
  return errorResponse(503, detail, { 'Retry-After': '5' });
}
