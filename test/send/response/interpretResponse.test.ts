import { expect, it } from 'vitest';
import { interpretResponse } from '../../../send/response/interpretResponse';

it.each([0, 101, 199])('A final status of %i says nothing about the request', (status) => {
  const response = { status, headers: {}, text: '', body: 'complete' } as const;
  const { outcome } = interpretResponse('log', response, { now: 0, hide: (text) => text });
  expect(outcome).toEqual({
    ...{ status: 'unknown', reason: 'unexpected-answer', httpStatus: status },
    message: 'The service sent no final response.',
  });
});
