import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Bodies up to this many bytes are read: 64 MiB, somewhat more than the largest file an editor shows. */
export const LONGEST_BODY = 64 * 1024 * 1024;

/** What goes back to the sender. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Refuses a request that names another machine. A web page whose name is made to lead here (DNS rebinding)
 * would reach the service through the user's browser; the browser then sends that name.
 */
export function refuseHost({ headers }: IncomingMessage): Answer | null {
  if (/^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(headers.host ?? '')) return null;
  return refusal(421, 'The header Host must name this machine: localhost, 127.0.0.1 or [::1].');
}

/**
 * What the head of a request alone is refused for, or null. The interface asks for a bearer token and for
 * `Content-Type: application/json` and does not say how their absence is answered: 401, 415 and 413 with a
 * `detail` string are this service's choice.
 */
export function refuseHead(request: IncomingMessage, token: string): Answer | null {
  if (!carriesToken(request.headers.authorization, token)) {
    return refusal(401, 'The access token is missing or wrong.', { 'WWW-Authenticate': 'Bearer' });
  }
  if (!isJson(request.headers['content-type'])) {
    return refusal(415, 'The header Content-Type must be application/json.', { Accept: 'application/json' });
  }
  if ((request.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    return refusal(415, 'The body must not be compressed.', { 'Accept-Encoding': 'identity' });
  }
  return Number(request.headers['content-length'] ?? 0) > LONGEST_BODY ? tooLarge() : null;
}

/** The answer to a body that is longer than the service reads. */
export function tooLarge(): Answer {
  return refusal(413, `The body is larger than ${LONGEST_BODY} bytes.`);
}

/** An answer outside the interface's validation errors: one sentence in `detail`. */
export function refusal(
  status: number,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { status, body: { detail }, headers };
}

/** Hashes have one length and no order, so the time of the comparison says nothing about the token. */
function carriesToken(authorization: string | undefined, token: string): boolean {
  const given = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(sha256(given), sha256(token));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Parameters such as `charset` have no meaning for JSON (RFC 8259 §11) and are let through. */
function isJson(contentType: string | undefined): boolean {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}
