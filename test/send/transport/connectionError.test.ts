import { describe, expect, it } from 'vitest';
import { describeConnectionError } from '../../../send/transport/connectionError';

function errorWith(code: string, message = `said of ${code}`): Error {
  return Object.assign(new Error(message), { code });
}

const closed = new Error('the connection was closed');

/** The error for a host with two addresses: the aggregate has no message of its own. */
const ofTwoAddresses = Object.assign(
  new AggregateError([errorWith('ECONNREFUSED', 'refused at ::1'), errorWith('ECONNREFUSED')]),
  { code: 'ECONNREFUSED' },
);

describe('an error before the first byte', () => {
  it.each<[Error, string, string]>([
    [errorWith('ENOTFOUND'), 'lookup', 'The host name of the service was not found (said of ENOTFOUND).'],
    [errorWith('EAI_AGAIN'), 'lookup', 'not found'],
    [errorWith('ECONNREFUSED'), 'refused', 'The service refused the connection; is it running?'],
    [ofTwoAddresses, 'refused', '(refused at ::1)'],
    [errorWith('EPROTO'), 'tls', 'A trusted TLS connection'],
    [errorWith('CERT_HAS_EXPIRED'), 'tls', 'A trusted TLS connection'],
    [errorWith('DEPTH_ZERO_SELF_SIGNED_CERT'), 'tls', 'A trusted TLS connection'],
    [errorWith('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'tls', 'A trusted TLS connection'],
    [errorWith('ERR_TLS_CERT_ALTNAME_INVALID'), 'tls', 'A trusted TLS connection'],
    [errorWith('ERR_SSL_WRONG_VERSION_NUMBER'), 'tls', 'A trusted TLS connection'],
    [errorWith('HOSTNAME_MISMATCH'), 'tls', 'A trusted TLS connection'],
    [new Error('Proxy connection ended'), 'proxy', 'The proxy did not connect to the service'],
    [new Error('Failed to establish a socket to proxies: PROXY x:1'), 'proxy', 'The proxy did not connect'],
    [errorWith('ETIMEDOUT'), 'unreachable', 'The service could not be reached (said of ETIMEDOUT).'],
    [errorWith('ENETUNREACH'), 'unreachable', 'could not be reached'],
    [errorWith('HPE_INVALID_CONSTANT'), 'unreachable', 'could not be reached'],
    [new TypeError(''), 'unreachable', '(TypeError)'],
    [closed, 'unreachable', '(the connection was closed)'],
  ])('%s means that nothing was sent: %s', (error, reason, says) => {
    const result = describeConnectionError(error, false);
    expect(result).toMatchObject({ kind: 'not-sent', reason, message: expect.stringContaining(says) });
  });
});

describe('an error when bytes may have been sent', () => {
  it.each<[Error, string, string]>([
    [
      errorWith('ECONNRESET'),
      'connection-lost',
      'The connection was lost before a response arrived: said of',
    ],
    [errorWith('ECONNREFUSED'), 'connection-lost', 'The connection was lost'],
    [errorWith('CERT_HAS_EXPIRED'), 'connection-lost', 'The connection was lost'],
    [errorWith('HPE_INVALID_CONSTANT'), 'unexpected-answer', 'The response is not HTTP'],
    [closed, 'connection-lost', 'the connection was closed'],
  ])('%s leaves the outcome open: %s', (error, reason, says) => {
    const result = describeConnectionError(error, true);
    expect(result).toMatchObject({ kind: 'lost', reason, message: expect.stringContaining(says) });
  });
});

it.each([true, false])('a long error is cut (bytes may have been sent: %s)', (mayHaveLeft) => {
  const result = describeConnectionError(new Error('x'.repeat(100_000)), mayHaveLeft);
  expect(result).toMatchObject({ message: expect.stringMatching(/[^x]x{500}…[^x]/) });
});
