import { expect, it } from 'vitest';
import { traceOf } from '../../../send/format/errorTrace';

it('The trace of an error has its name and stack, but no line of its message', () => {
  const trace = traceOf(new TypeError('Bad header\n    at the token SECRET\n'));
  expect(trace).toMatch(/^TypeError\n/);
  expect(trace).toContain('errorTrace.test');
  expect(trace).not.toContain('SECRET');
});

it('It is only the name if the message cannot be told from the stack', () => {
  const error = new Error('SECRET');
  // V8 makes the stack when it is first read.
  expect(error.stack).toContain('SECRET');
  error.message = 'changed';
  expect(traceOf(error)).toBe('Error');
});

it('Something else that was thrown is named by its type', () => {
  expect(traceOf('SECRET')).toBe('string');
});
