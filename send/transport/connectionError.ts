import { boundedText } from '../format/plainText';
import { lost, notSent, type PostResult } from './postResult';

/** Classifies a connection error: nothing was sent, or the outcome is unknown. */
export function describeConnectionError(error: Error, mayHaveLeft: boolean): PostResult {
  const code = String((error as NodeJS.ErrnoException).code);
  const cause = errorText(error);
  if (!mayHaveLeft) {
    const reason = failureReason(code, error.message);
    return notSent(reason, `${headlines[reason]} (${cause}).`);
  }
  if (code.startsWith('HPE_')) return lost('unexpected-answer', `The response is not HTTP: ${cause}.`);
  return lost('connection-lost', `The connection was lost before a response arrived: ${cause}.`);
}

const headlines = {
  lookup: 'The host name of the service was not found',
  refused: 'The service refused the connection; is it running?',
  tls: 'A trusted TLS connection to the service could not be established',
  proxy: 'The proxy did not connect to the service',
  unreachable: 'The service could not be reached',
};

function failureReason(code: string, message: string): keyof typeof headlines {
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) return 'lookup';
  if (code === 'ECONNREFUSED') return 'refused';
  if (/^EPROTO$|CERT|^ERR_(TLS|SSL)|UNABLE_TO|SELF_SIGNED|HOSTNAME_MISMATCH/.test(code)) return 'tls';
  return /prox(y|ies)/i.test(message) ? 'proxy' : 'unreachable';
}

function errorText(error: Error): string {
  // A host with several addresses gives one AggregateError with an empty message.
  const first = error instanceof AggregateError ? error.errors.find((one) => one instanceof Error) : error;
  const text = first instanceof Error ? first.message : error.message;
  return text === '' ? error.name : boundedText(text, 500);
}
