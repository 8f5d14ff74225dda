/** The checked URL of a documented operation. */
export interface Endpoint {
  readonly url: URL;
  /** Scheme, host and port. Access tokens are bound to it. */
  readonly origin: string;
}

/** A message for the user that says why the URL is invalid. */
interface InvalidUrl {
  readonly ok: false;
  readonly message: string;
}

export type EndpointResult = { readonly ok: true; readonly endpoint: Endpoint } | InvalidUrl;

export type BaseUrlResult = { readonly ok: true; readonly base: URL } | InvalidUrl;

/** The documented URL for logging trajectories of a model, or why there is none. */
export function logEndpoint(baseUrl: string, modelId: string): EndpointResult {
  const segment = pathSegment(modelId);
  if (segment === null)
    return invalid('The model id cannot be part of a URL: it is empty, "." or "..", or not valid text.');
  return below(baseUrl, `/v1/preview/models/${segment}/log`);
}

/** The documented URL for creating training jobs, or why there is none. */
export function trainingJobsEndpoint(baseUrl: string): EndpointResult {
  return below(baseUrl, '/v1/preview/training-jobs');
}

/** Invalid forms of a service URL. Checked on the text, because `URL` silently resolves or drops some of them. */
const urlErrors: readonly (readonly [RegExp, string])[] = [
  [/^(?!https?:\/\/)/i, 'must begin with https://.'],
  [/[\s\\]|\p{Cc}/u, 'contains a space, a backslash or a control character.'],
  [/^https?:\/+[^/?#]*@/i, 'must not contain a user name or password.'],
  [/[?#]/, 'must not contain a query or a fragment.'],
  [/\/(\.|%2e){1,2}(\/|$)/i, 'must not contain "." or ".." segments.'],
];

/** Documented paths, or their beginnings, that users copy along with the service URL. */
const documentedPath = /\/v1\/preview(\/(training-jobs|models(\/[^/]+(\/log)?)?)?)?\/*$/;

/**
 * Parses a service URL. Accepts a path prefix and a trailing slash, and strips a documented path. Rejects, with a
 * message, anything that would send the token unencrypted, elsewhere, or along with another credential.
 */
export function parseBaseUrl(text: string): BaseUrlResult {
  const trimmed = text.trim();
  const error = urlErrors.find(([pattern]) => pattern.test(trimmed));
  if (error !== undefined) return invalid(`The service URL ${error[1]}`);
  if (!URL.canParse(trimmed)) return invalid('The service URL is not a valid URL.');
  const base = new URL(trimmed);
  // Node would connect to port 80.
  if (base.port === '0') return invalid('The service URL must not have port 0.');
  if (base.protocol === 'http:' && !isLoopback(base.hostname))
    return invalid('Plain http is accepted for localhost, 127.0.0.1 and [::1] only; use https.');
  base.pathname = base.pathname.replace(documentedPath, '');
  return { ok: true, base };
}

/**
 * Whether a host name, as normalized by `URL`, is this machine and never reached through a proxy. VS Code sends other
 * addresses of 127.0.0.0/8 to a configured proxy, and plain http would reveal the token to it.
 */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname === '127.0.0.1';
}

/** Whether the text is a UUID in the usual notation (RFC 9562), as the interface document requires of job ids. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

function below(baseUrl: string, path: string): EndpointResult {
  const parsed = parseBaseUrl(baseUrl);
  if (!parsed.ok) return parsed;
  const prefix = parsed.base.pathname.replace(/\/+$/, '');
  const url = new URL(parsed.base.origin + prefix + path);
  // Compare the result: `URL` resolves dot segments even from an encoded name.
  if (url.pathname !== prefix + path)
    return invalid('The request URL is outside the documented path of the service.');
  return { ok: true, endpoint: { url, origin: url.origin } };
}

function pathSegment(modelId: string): string | null {
  if (modelId === '' || modelId === '.' || modelId === '..') return null;
  // A lone surrogate has no UTF-8 form, so it cannot be percent-encoded.
  return /\p{Cs}/u.test(modelId) ? null : encodeURIComponent(modelId);
}

function invalid(message: string): InvalidUrl {
  return { ok: false, message };
}
