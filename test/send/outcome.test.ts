import { expect, it } from 'vitest';
import { canRetry, type FailureReason, type Outcome } from '../../send/outcome';

/** Whether the same request may succeed a moment later, without any change. */
const reasons: Record<FailureReason, boolean> = {
  'restricted-mode': false,
  unsupported: false,
  'no-document': false,
  document: false,
  address: false,
  token: false,
  journal: false,
  busy: false,
  lookup: true,
  refused: true,
  unreachable: true,
  tls: true,
  proxy: true,
  'connect-timeout': true,
  interrupted: false,
};

it.each(Object.entries(reasons))(
  'a request that failed for %s can be tried again at once: %s',
  (reason, can) => {
    expect(canRetry({ status: 'failed', reason: reason as FailureReason, message: '' })).toBe(can);
  },
);

const others: readonly Outcome[] = [
  { status: 'accepted', httpStatus: 201, jobId: 'x' },
  { status: 'logged', httpStatus: 200 },
  { status: 'rejected', httpStatus: 429, message: '', problemCount: 0 },
  { status: 'unknown', reason: 'connection-lost', message: '' },
  { status: 'cancelled' },
];

it.each(others)('a request that is $status is never retried automatically', (outcome) => {
  expect(canRetry(outcome)).toBe(false);
});
