/** The address of one documented operation, checked. */
export interface Endpoint {
  readonly url: URL;
  /** Scheme, host and port: what an access token is bound to. */
  readonly origin: string;
}

/** Why there is no address, for the user. */
interface InvalidUrl {
  readonly ok: false;
  readonly message: string;
}

export type EndpointResult = { readonly ok: true; readonly endpoint: Endpoint } | InvalidUrl;

export type BaseUrlResult = { readonly ok: true; readonly base: URL } | InvalidUrl;

/** The address that records trajectories for a model (interface §4.1), or a message saying why there is none. */
export function logEndpoint(baseUrl: string, modelId: string): EndpointResult {
  const segment = pathSegment(modelId);
  if (segment === null)
    return refused('The model id cannot be part of a URL: it is empty, "." or "..", or not valid text.');
  return below(baseUrl, `/v1/preview/models/${segment}/log`);
}

/** The address that creates training jobs (interface §4.2), or a message saying why there is none. */
export function trainingJobsEndpoint(baseUrl: string): EndpointResult {
  return below(baseUrl, '/v1/preview/training-jobs');
}

/** What the text of a service URL must not be. `URL` itself resolves or drops some of it. */
const urlErrors: readonly (readonly [RegExp, string])[] = [
  [/^(?!https?:\/\/)/i, 'must begin with https://.'],
  [/[\s\\]|\p{Cc}/u, 'holds a space, a backslash or a control character.'],
  [/^https?:\/+[^/?#]*@/i, 'must not hold a user name or password.'],
  [/[?#]/, 'must not hold a query or a fragment.'],
  [/\/(\.|%2e){1,2}(\/|$)/i, 'must not hold "." or ".." segments.'],
];

/** What people copy with the URL of a service: the beginning of the documented paths, or one of them. */
const documentedPath = /\/v1\/preview(\/(training-jobs|models(\/[^/]+(\/log)?)?)?)?\/*$/;

/**
 * Reads the URL of a service. A path prefix, a trailing slash and a documented path at its end are fine, the last is
 * no part of the result; anything that would send the
 * token unencrypted, elsewhere, or together with another credential is refused with a message.
 */
export function parseBaseUrl(text: string): BaseUrlResult {
  const trimmed = text.trim();
  const fault = urlErrors.find(([pattern]) => pattern.test(trimmed));
  if (fault !== undefined) return refused(`The service URL ${fault[1]}`);
  if (!URL.canParse(trimmed)) return refused('The service URL is not a valid URL.');
  const base = new URL(trimmed);
  // Node connects to port 80 then.
  if (base.port === '0') return refused('The service URL must not name port 0.');
  if (base.protocol === 'http:' && !isLoopback(base.hostname))
    return refused('Plain http is accepted for localhost, 127.0.0.1 and [::1] only; use https.');
  base.pathname = base.pathname.replace(documentedPath, '');
  return { ok: true, base };
}

/**
 * Whether a host name, as `URL` writes it, stands for this machine and is never reached through a proxy: VS Code
 * sends other addresses of 127.0.0.0/8 to a proxy where one is set, and plain http would show it the token.
 */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname === '127.0.0.1';
}

/** Whether the text is a UUID in its usual notation (RFC 9562), which the interface asks of job ids. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

function below(baseUrl: string, path: string): EndpointResult {
  const parsed = parseBaseUrl(baseUrl);
  if (!parsed.ok) return parsed;
  const prefix = parsed.base.pathname.replace(/\/+$/, '');
  const url = new URL(parsed.base.origin + prefix + path);
  // `URL` resolves dot segments even where they came from an encoded name, so the result is compared.
  if (url.pathname !== prefix + path)
    return refused('The address leaves the documented path of the service.');
  return { ok: true, endpoint: { url, origin: url.origin } };
}

function pathSegment(modelId: string): string | null {
  if (modelId === '' || modelId === '.' || modelId === '..') return null;
  // A lone surrogate has no UTF-8 form, so it cannot be encoded.
  return /\p{Cs}/u.test(modelId) ? null : encodeURIComponent(modelId);
}

function refused(message: string): InvalidUrl {
  return { ok: false, message };
}
