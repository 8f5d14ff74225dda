import { afterEach, describe, expect, it, vi } from 'vitest';
import { type SubmitPorts, submit } from '../../send/submit';
import { post } from '../../send/transport/post';
import { canary, portsWith, submissionTo, temporaryJournal } from '../send/submissions';
import { httpResponse, type RawServer, rawServer } from './rawServer';
import { expectWords } from './words';

const job = httpResponse('201 Created', '{"id": "3f2a1b9c-0d4e-4f6a-8b7c-1d2e3f4a5b6c"}');

let server: RawServer | null = null;
let temporary: Awaited<ReturnType<typeof temporaryJournal>> | null = null;

afterEach(async () => {
  await server?.close();
  await temporary?.remove();
});

async function* nothing(): AsyncGenerator<Uint8Array> {}

function fail(): never {
  throw new Error(`Something about ${canary}`);
}

interface Row {
  readonly name: string;
  readonly ports: Partial<SubmitPorts>;
  /** The journal's states, in order. */
  readonly states: readonly string[];
  readonly reason: string;
  readonly says: string;
}

const notRead = 'Nothing was sent, because the access token could not be read.';

const rows: readonly Row[] = [
  {
    name: 'after the intent is recorded',
    ports: { onPrepared: fail },
    states: ['prepared', 'failed'],
    reason: 'interrupted',
    says: 'Nothing was sent, because of an internal error.',
  },
  {
    name: 'when the token is read',
    ports: { readToken: async () => fail() },
    states: ['prepared', 'failed'],
    reason: 'token',
    says: notRead,
  },
  {
    name: 'thrown synchronously when the token is read',
    ports: { readToken: fail },
    states: ['prepared', 'failed'],
    reason: 'token',
    says: notRead,
  },
  {
    name: 'when progress is reported',
    ports: { onProgress: fail },
    states: ['prepared', 'sent', 'unknown'],
    reason: 'interrupted',
    says: 'An internal error stopped the request while it was running.',
  },
];

describe('an internal error', () => {
  it.each(rows)('$name records an end in the journal and leaks no secret', async (row) => {
    server = await rawServer(async ({ socket, request }) => {
      await request;
      socket.end(job);
    });
    temporary = await temporaryJournal();
    const submission = await submissionTo(`http://127.0.0.1:${server.port}`);
    const told: unknown[] = [];
    const onInternalError = (error: unknown) => told.push(error);
    const result = await submit(submission, portsWith(temporary.journal, { onInternalError, ...row.ports }));
    expect(told).toHaveLength(1);
    expectWords(result, row.says);
    expect(result.outcome).toMatchObject({ status: row.states.at(-1), reason: row.reason });
    const records = await temporary.journal.follow().read();
    expect(records.map(({ state }) => state)).toEqual(row.states);
    expect(JSON.stringify([result, records])).not.toContain(canary);
    if (row.states.at(-1) === 'failed') expect(server.received()).toBe('');
  });

  it('while reading the response leaves the outcome unknown, because the request has arrived', async () => {
    const clock = vi.spyOn(Date, 'now');
    server = await rawServer(async ({ socket, request }) => {
      await request;
      // From here on, only the response reader uses the clock.
      clock.mockImplementation(fail);
      socket.end(job);
    });
    temporary = await temporaryJournal();
    const submission = await submissionTo(`http://127.0.0.1:${server.port}`);
    const result = await submit(submission, portsWith(temporary.journal)).finally(() => clock.mockRestore());
    expectWords(result, 'An internal error stopped the request before its outcome was known.');
    expect(result.outcome).toMatchObject({ status: 'unknown', reason: 'interrupted' });
    const records = await temporary.journal.follow().read();
    expect(records.map(({ state }) => state)).toEqual(['prepared', 'sent', 'unknown']);
    expect(JSON.stringify([result, records])).not.toContain(canary);
    expect(server.deliveries()).toBe(1);
  });

  it.each([
    [0, 'not-sent'],
    [1, 'lost'],
  ] as const)('in the body source, after %i chunks, ends the request at once: %s', async (count, kind) => {
    server = await rawServer(() => {});
    const told: unknown[] = [];
    const chunks = async function* () {
      yield* Array.from({ length: count }, () => new Uint8Array(1));
      fail();
    };
    const result = await post({
      url: new URL(`http://127.0.0.1:${server.port}/`),
      bytes: 10,
      limits: { connect: 300_000, idle: 300_000, whole: 300_000 },
      signal: new AbortController().signal,
      beforeFirstByte: async () => ({ token: canary, chunks: chunks() }),
      onInternalError: (error) => told.push(error),
    });
    expect(told).toHaveLength(1);
    expect(result).toMatchObject({ kind, reason: 'interrupted' });
    expect(JSON.stringify(result)).not.toContain(canary);
  });

  it('while a response is decoded ends the request, so that it cannot hang', async () => {
    server = await rawServer(async ({ socket, request }) => {
      await request;
      socket.end(job);
    });
    const reading = vi.spyOn(TextDecoder.prototype, 'decode').mockImplementation(fail);
    const result = await post({
      url: new URL(`http://127.0.0.1:${server.port}/`),
      bytes: 0,
      limits: { connect: 600_000, idle: 600_000, whole: 600_000 },
      signal: new AbortController().signal,
      beforeFirstByte: async () => ({ token: canary, chunks: nothing() }),
      onInternalError: () => {},
    }).finally(() => reading.mockRestore());
    expect(result).toMatchObject({ kind: 'lost', reason: 'interrupted' });
  });

  it('is not caused by a long token', async () => {
    const token = canary.repeat(600);
    server = await rawServer(async ({ socket, request }) => {
      await request;
      socket.end(job);
    });
    temporary = await temporaryJournal();
    const submission = await submissionTo(`http://127.0.0.1:${server.port}`);
    const ports = portsWith(temporary.journal, { readToken: async () => token });
    expect((await submit(submission, ports)).outcome).toMatchObject({ status: 'accepted' });
  });
});
