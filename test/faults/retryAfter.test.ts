import { afterEach, describe, expect, it } from 'vitest';
import { localTime, messageOf } from '../../send/journal/wording';
import { submit } from '../../send/submit';
import { portsWith, submissionTo, temporaryJournal } from '../send/submissions';
import { httpResponse, type RawServer, rawServer } from './rawServer';
import { expectWords } from './words';

let server: RawServer | null = null;
let journal: Awaited<ReturnType<typeof temporaryJournal>> | null = null;

afterEach(async () => {
  await server?.close();
  await journal?.remove();
});

describe.each([
  ['429 Too Many Requests', 'rejected'],
  ['503 Service Unavailable', 'unknown'],
] as const)('%s', (answered, status) => {
  async function answerWith(headers: readonly string[]) {
    server = await rawServer(async ({ socket, request }) => {
      await request;
      socket.end(httpResponse(answered, '', headers));
    });
    journal = await temporaryJournal();
    const before = Date.now();
    const submission = await submissionTo(`http://127.0.0.1:${server.port}`);
    const result = await submit(submission, portsWith(journal.journal));
    expect(result.outcome.status).toBe(status);
    expect(server.deliveries()).toBe(1);
    const at = 'retryAt' in result.outcome ? Date.parse(result.outcome.retryAt ?? '') : null;
    return { result, before, at, after: Date.now() };
  }

  it.each([
    ['two minutes', 'Retry-After: 120', 120_000],
    ['a second, in another spelling of the header', 'RETRY-AFTER:  1 ', 1000],
    ['about thirty years', 'Retry-After: 999999999', 999_999_999_000],
  ])('that asks to wait %s shows the time of the next try', async (_, header, wait) => {
    const { result, before, at, after } = await answerWith([header]);
    expect(at).toBeGreaterThanOrEqual(before + wait);
    expect(at).toBeLessThanOrEqual(after + wait);
    expectWords(result, ` Try again after ${localTime(new Date(at ?? 0).toISOString())}.`);
  });

  it('that names a date shows it', async () => {
    const { result, at } = await answerWith(['Retry-After: Wed, 21 Oct 2099 07:28:00 GMT']);
    expect(at).toBe(Date.parse('2099-10-21T07:28:00Z'));
    expectWords(result, ` Try again after ${localTime(new Date(at ?? 0).toISOString())}.`);
  });

  it.each([
    ['no value', []],
    ['a past date', ['Retry-After: Wed, 21 Oct 2015 07:28:00 GMT']],
    ['an impossible date', ['Retry-After: Xyz, 99 Foo 2099 99:99:99 GMT']],
    ['a date in another format', ['Retry-After: 2099-10-21']],
    ['zero', ['Retry-After: 0']],
    ['a negative number', ['Retry-After: -5']],
    ['too many seconds', [`Retry-After: ${'9'.repeat(40)}`]],
    ['words', ['Retry-After: [soon](command:x)']],
    ['an empty value', ['Retry-After: ']],
  ])('with %s for Retry-After shows no time', async (_, headers) => {
    const { result, at } = await answerWith(headers);
    expect(at).toBeNull();
    expect(messageOf(result.outcome)).not.toContain('Try again after');
    // Too many requests are nobody's mistake, so the message says what to do all the same.
    expect(messageOf(result.outcome).includes('Try again in a few minutes.')).toBe(status === 'rejected');
  });
});
