/** The address of one documented operation, checked. */
export interface Endpoint {
  readonly url: URL;
  /** Scheme, host and port: what an access token is bound to. */
  readonly origin: string;
}

export type EndpointResult =
  | { readonly ok: true; readonly endpoint: Endpoint }
  | { readonly ok: false; readonly message: string };

export type BaseUrlResult =
  | { readonly ok: true; readonly base: URL }
  | { readonly ok: false; readonly message: string };

/** The address that records trajectories for a model (interface §4.1), or a message saying why there is none. */
export function logEndpoint(baseUrl: string, modelId: string): EndpointResult {
  const segment = pathSegment(modelId);
  if (segment === null) {
    return {
      ok: false,
      message: 'The model id cannot be part of a URL: it is empty, "." or "..", or not valid text.',
    };
  }
  return below(baseUrl, `/v1/preview/models/${segment}/log`);
}

/** The address that creates training jobs (interface §4.2), or a message saying why there is none. */
export function trainingJobsEndpoint(baseUrl: string): EndpointResult {
  return below(baseUrl, '/v1/preview/training-jobs');
}

/**
 * Reads the URL of a service. A path prefix and a trailing slash are fine; anything that would send the
 * token unencrypted, elsewhere, or together with another credential is refused with a message.
 */
export function parseBaseUrl(text: string): BaseUrlResult {
  const trimmed = text.trim();
  if (!/^https?:\/\//i.test(trimmed)) {
    return refused('The service URL must begin with https://.');
  }
  if (/[\s\\]|\p{Cc}/u.test(trimmed)) {
    return refused('The service URL holds a space, a backslash or a control character.');
  }
  if (!URL.canParse(trimmed)) return refused('The service URL is not a valid URL.');
  const base = new URL(trimmed);
  if (base.username !== '' || base.password !== '' || /^https?:\/\/[^/?#]*@/i.test(trimmed)) {
    return refused('The service URL must not hold a user name or password.');
  }
  // Node connects to port 80 then.
  if (base.port === '0') return refused('The service URL must not name port 0.');
  if (base.protocol === 'http:' && !isLoopback(base.hostname)) {
    return refused('Plain http is accepted for localhost, 127.0.0.1 and [::1] only; use https.');
  }
  if (base.search !== '' || base.hash !== '' || /[?#]/.test(trimmed)) {
    return refused('The service URL must not hold a query or a fragment.');
  }
  if (hasDotSegments(trimmed)) return refused('The service URL must not hold "." or ".." segments.');
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
  if (url.pathname !== prefix + path) {
    return { ok: false, message: 'The address leaves the documented path of the service.' };
  }
  return { ok: true, endpoint: { url, origin: url.origin } };
}

function pathSegment(modelId: string): string | null {
  if (modelId === '' || modelId === '.' || modelId === '..') return null;
  // A lone surrogate has no UTF-8 form, so it cannot be encoded.
  return /\p{Cs}/u.test(modelId) ? null : encodeURIComponent(modelId);
}

function hasDotSegments(url: string): boolean {
  const path = url.replace(/^https?:\/\/[^/]*/i, '');
  return path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
}

function refused(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}
