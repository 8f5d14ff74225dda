import type { FailureReason } from '../outcome';
import { boundedText } from '../words/plainText';
import type { PostResult } from './postResult';

/**
 * What a broken connection means: nothing was sent, or nobody knows. `error` is null when the connection
 * just closed.
 */
export function describeConnectionError(error: Error | null, mayHaveLeft: boolean): PostResult {
  const cause = error === null ? 'the connection was closed' : errorText(error);
  if (mayHaveLeft) {
    if (errorCode(error).startsWith('HPE_')) {
      return { kind: 'lost', reason: 'unexpected-answer', message: `The answer is not HTTP: ${cause}.` };
    }
    const message = `The connection broke before an answer came: ${cause}.`;
    return { kind: 'lost', reason: 'connection-lost', message };
  }
  const reason = failureReason(error);
  return { kind: 'not-sent', reason, message: `${headlines[reason] ?? headlines.unreachable} (${cause}).` };
}

const headlines: Partial<Record<FailureReason, string>> & { unreachable: string } = {
  lookup: 'The host name of the service was not found',
  refused: 'The service refused the connection; is it running?',
  tls: 'No trusted encrypted connection to the service could be made',
  proxy: 'The proxy did not connect to the service',
  unreachable: 'The service could not be reached',
};

function failureReason(error: Error | null): FailureReason {
  const code = errorCode(error);
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) return 'lookup';
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'EPROTO' || /CERT|^ERR_(TLS|SSL)|UNABLE_TO|SELF_SIGNED|HOSTNAME_MISMATCH/.test(code))
    return 'tls';
  if (/prox(y|ies)/i.test(error?.message ?? '')) return 'proxy';
  return 'unreachable';
}

function errorCode(error: Error | null): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

function errorText(error: Error): string {
  // A host with several addresses gives one error for all of them, whose own message is empty.
  const first = error instanceof AggregateError ? error.errors.find((one) => one instanceof Error) : error;
  const text = first instanceof Error ? first.message : error.message;
  return text === '' ? error.name : boundedText(text, 500);
}
