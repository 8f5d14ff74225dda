import { countOf } from '../format/counts';
import { boundedText } from '../format/plainText';
import type { Operation, Outcome, UnknownReason } from '../outcome';
import { isUuid } from '../request/endpoint';
import { hiddenText } from './hideToken';
import { parseObject } from './jsonText';
import type { RawResponse } from './rawResponse';
import { introduction, readValidationErrors, type ValidationError } from './validationErrors';

/** An interpreted response: the outcome and the validation errors. */
export interface InterpretedResponse {
  readonly outcome: Outcome;
  readonly errors: readonly ValidationError[];
}

/** Context for interpreting a response. */
export interface Reading {
  /** Milliseconds since 1970, for `Retry-After`. */
  readonly now: number;
  /** Filter for all service text; see `tokenHider`. */
  readonly hide: (text: string) => string;
  /** The access token. It is no job id, even if it looks like one. */
  readonly token?: string | null;
}

/**
 * Turns a response into an outcome. Trusts only documented shapes. Any other text is kept for display, bounded and
 * filtered by `hide`.
 */
export function interpretResponse(
  operation: Operation,
  response: RawResponse,
  { now, hide, token = null }: Reading,
): InterpretedResponse {
  const { status } = response;
  if (status >= 300 && status < 400) return { outcome: redirect(response, hide), errors: [] };
  const errors = readValidationErrors(response.text, hide);
  if (status >= 200 && status < 300) {
    const outcome = success(operation, response, { hide, token, hasErrors: errors.length > 0 });
    return { outcome, errors: outcome.status === 'unknown' ? errors : [] };
  }
  if (status < 200) return { outcome: notFinal(response, hide), errors };
  // Even with validation errors: they are shown, but may concern the service's own response, after the work was done.
  if (status >= 500) return { outcome: serverError(response, { now, hide }), errors };
  if (errors.length > 0 && !isAboutTime(status)) {
    const least = response.body === 'complete' ? '' : 'at least ';
    const message = `The service found ${least}${countOf(errors.length, 'error')} in the request.`;
    return {
      outcome: rejection(
        response,
        { message, problemCount: errors.length, errors: listOf(errors, hide) },
        now,
      ),
      errors,
    };
  }
  const message = `${advice[status] ?? 'The service did not accept the request.'}${reasonOf(response, hide)}`;
  const about = { message, problemCount: 0, ...shown(response, hide) };
  return { outcome: rejection(response, about, now), errors: [] };
}

/** Whether the same request may be accepted later, so that nothing in it is wrong. */
function isAboutTime(status: number): boolean {
  return status === 408 || status === 429;
}

const advice: Record<number, string> = {
  401: 'The service does not accept the access token. Set it again.',
  403: 'The service does not allow this.',
  404: 'The service does not know this URL. Check the model id and the service URL.',
  405: 'The service does not accept this request at this URL. Check the service URL.',
  408: 'The service timed out waiting for the request.',
  409: 'The service reports a conflict.',
  413: 'The request is too large for the service.',
  415: 'The service does not accept JSON at this URL. Check the service URL.',
  422: 'The service found the request invalid.',
  429: 'The service is receiving too many requests. Nothing is wrong with this one.',
  500: 'The service failed while it handled the request.',
  502: 'A gateway received an invalid response from the service.',
  503: 'The service is not available at the moment.',
  504: 'A gateway got no response from the service in time.',
};

function success(
  operation: Operation,
  response: RawResponse,
  { hide, ...about }: Pick<Reading, 'hide'> & About,
): Outcome {
  const { status: httpStatus } = response;
  const unknown = (reason: UnknownReason, message: string): Outcome => ({
    status: 'unknown',
    reason,
    message,
    httpStatus,
    ...shown(response, hide),
  });
  if (response.body === 'broken') {
    const message = "The service's response was truncated.";
    return unknown('incomplete-answer', message);
  }
  const read = successes[operation](response, about);
  if ('status' in read) return { ...read, httpStatus };
  return unknown('unexpected-answer', read.message + (read.isQuoted ? quotation(hide(response.text)) : ''));
}

/** What a success response says, or why it does not say that the request was carried out. */
type Success =
  | { readonly status: 'logged' }
  | { readonly status: 'accepted'; readonly jobId: string }
  | { readonly message: string; readonly isQuoted: boolean };

/** What else tells whether it does. */
interface About {
  readonly hasErrors: boolean;
  readonly token: string | null;
}

/** How the documented success of each request is recognized. */
const successes: Readonly<Record<Operation, (response: RawResponse, about: About) => Success>> = {
  log: ({ headers, text }, { hasErrors }) => {
    // The interface does not say with which status validation errors come.
    if (hasErrors) return { message: 'The service responded with errors in the request.', isQuoted: false };
    const isPage = /text\/html/i.test(String(headers['content-type'])) || /^\s*</.test(text);
    if (!isPage) return { status: 'logged' };
    return { message: 'The service responded with a web page.', isQuoted: false };
  },
  // The status alone may come from any server: only the documented body proves that there is a job.
  train: ({ body, text }, { token }) => {
    const job = body === 'complete' ? parseObject(text) : null;
    if (job === null) {
      const message = 'The service responded with something that is not a training job.';
      return { message, isQuoted: false };
    }
    const { id } = job;
    if (typeof id === 'string' && isUuid(id) && id !== token) return { status: 'accepted', jobId: id };
    return { message: "The service's response has no job id.", isQuoted: true };
  },
};

function redirect(response: RawResponse, hide: Reading['hide']): Outcome {
  const { status: httpStatus, headers } = response;
  const { location } = headers;
  const message =
    typeof location === 'string'
      ? redirectMessage(hide(location))
      : 'The service redirects, but does not say where.';
  // 307 and 308 require repeating the request elsewhere, so it was not carried out here. Others do not say.
  return httpStatus === 307 || httpStatus === 308
    ? { status: 'rejected', httpStatus, message, problemCount: 0 }
    : { status: 'unknown', reason: 'redirect', httpStatus, message };
}

function redirectMessage(target: string): string {
  // No URL that could be set.
  if (target === hiddenText)
    return `The service redirects. Its target: ${hiddenText} Nothing was sent there.`;
  return `The service redirects to ${boundedText(target, 500)}. Nothing was sent there. If that URL is correct, set it as the service URL.`;
}

/** A status below 200 announces a final one (RFC 9110, 15.2). If none follows, nothing is known. */
function notFinal(response: RawResponse, hide: Reading['hide']): Outcome {
  return {
    status: 'unknown',
    reason: 'unexpected-answer',
    httpStatus: response.status,
    message: 'The service sent no final response.',
    ...shown(response, hide),
  };
}

function serverError(response: RawResponse, { now, hide }: Reading): Outcome {
  const { status: httpStatus } = response;
  return {
    status: 'unknown',
    reason: 'server-error',
    httpStatus,
    message: `${advice[httpStatus] ?? 'The service failed.'}${reasonOf(response, hide)}`,
    ...retry(response, now),
    ...shown(response, hide),
  };
}

function rejection(
  response: RawResponse,
  about: Pick<Extract<Outcome, { status: 'rejected' }>, 'message' | 'problemCount' | 'errors' | 'answer'>,
  now: number,
): Outcome {
  return { status: 'rejected', httpStatus: response.status, ...about, ...retry(response, now) };
}

/** The first validation errors, for the history: their marks in the text go when it is edited, or the window is reloaded. */
function listOf(errors: readonly ValidationError[], hide: Reading['hide']): string[] {
  return errors
    .slice(0, maxListed)
    .map((error) => boundedText(hide(`${introduction(error)}${error.message}`), 300));
}

/** Each line of the journal has room for about that many. */
const maxListed = 30;

/** The service's short reason: `detail` as a string, which such services send with 401, 404 and 500. */
function reasonOf(response: RawResponse, hide: Reading['hide']): string {
  const detail = parseObject(response.text)?.['detail'];
  return typeof detail === 'string' && detail.trim() !== '' ? quotation(hide(detail)) : '';
}

function quotation(text: string): string {
  return ` It says: “${boundedText(text, 500).replace(/\.$/, '')}”.`;
}

function retry({ headers }: RawResponse, now: number): { retryAt?: string } {
  const header = headers['retry-after'];
  const value = typeof header === 'string' ? header.trim() : '';
  const time = /^\d{1,9}$/.test(value) ? now + Number(value) * 1000 : parseHttpDate(value);
  return time > now ? { retryAt: new Date(time).toISOString() } : {};
}

/** Parses the date format that senders must use (RFC 9110 §5.6.7), in milliseconds since 1970; NaN for other text. */
function parseHttpDate(text: string): number {
  const isHttpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text);
  return isHttpDate ? Date.parse(text) : Number.NaN;
}

/** The response text, bounded; nothing if empty. */
export function shown({ text }: RawResponse, hide: Reading['hide']): { answer?: string } {
  const bounded = boundedText(hide(text), 500);
  return bounded === '' ? {} : { answer: bounded };
}
