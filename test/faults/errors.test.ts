import { afterEach, describe, expect, it, vi } from 'vitest';
import { post } from '../../client/submit/post';
import { type SubmitPorts, submit } from '../../client/submit/submit';
import { canary, portsWith, submissionTo, temporaryJournal } from '../submit/submissions';
import { answer, type RawServer, rawServer } from './rawServer';
import { expectWords } from './words';

const job = answer('201 Created', '{"id": "3f2a1b9c-0d4e-4f6a-8b7c-1d2e3f4a5b6c"}');

let server: RawServer | null = null;
let temporary: Awaited<ReturnType<typeof temporaryJournal>> | null = null;

afterEach(async () => {
  await server?.close();
  await temporary?.remove();
});

function fail(): never {
  throw new Error(`Something about ${canary}`);
}

interface Row {
  readonly name: string;
  readonly ports: Partial<SubmitPorts>;
  /** The states that the journal goes through. */
  readonly states: readonly string[];
  readonly reason: string;
  readonly says: string;
}

const notRead = 'Nothing was sent, because the access token could not be read.';

const rows: readonly Row[] = [
  {
    name: 'when the intent has been written',
    ports: { onPrepared: fail },
    states: ['prepared', 'failed'],
    reason: 'interrupted',
    says: 'Nothing was sent, because of an error in this extension.',
  },
  {
    name: 'when the token is read',
    ports: { readToken: async () => fail() },
    states: ['prepared', 'failed'],
    reason: 'token',
    says: notRead,
  },
  {
    name: 'when the token is read, without a promise',
    ports: { readToken: fail },
    states: ['prepared', 'failed'],
    reason: 'token',
    says: notRead,
  },
  {
    name: 'when progress is told',
    ports: { onProgress: fail },
    states: ['prepared', 'sent', 'unknown'],
    reason: 'interrupted',
    says: 'An error in this extension ended the request while it was under way.',
  },
];

describe('an error of our own', () => {
  it.each(rows)('$name has an end in the journal and tells no secret', async (row) => {
    server = await rawServer(async ({ socket, request }) => {
      await request;
      socket.end(job);
    });
    temporary = await temporaryJournal();
    const submission = await submissionTo(`http://127.0.0.1:${server.port}`);
    const result = await submit(submission, portsWith(temporary.journal, row.ports));
    expectWords(result, row.says);
    expect(result.outcome).toMatchObject({ status: row.states.at(-1), reason: row.reason });
    const records = await temporary.journal.read();
    expect(records.map(({ state }) => state)).toEqual(row.states);
    expect(JSON.stringify([result, records])).not.toContain(canary);
    if (row.states.at(-1) === 'failed') expect(server.received()).toBe('');
  });

  it('when the answer is read leaves the outcome open: the request has arrived', async () => {
    const clock = vi.spyOn(Date, 'now');
    server = await rawServer(async ({ socket, request }) => {
      await request;
      // From here on only what reads the answer looks at the clock.
      clock.mockImplementation(fail);
      socket.end(job);
    });
    temporary = await temporaryJournal();
    const submission = await submissionTo(`http://127.0.0.1:${server.port}`);
    const result = await submit(submission, portsWith(temporary.journal)).finally(() => clock.mockRestore());
    expectWords(result, 'An error in this extension ended the send before its outcome was known.');
    expect(result.outcome).toMatchObject({ status: 'unknown', reason: 'interrupted' });
    const records = await temporary.journal.read();
    expect(records.map(({ state }) => state)).toEqual(['prepared', 'sent', 'unknown']);
    expect(JSON.stringify([result, records])).not.toContain(canary);
    expect(server.deliveries()).toBe(1);
  });

  it('in what gives the body ends the request at once', async () => {
    server = await rawServer(() => {});
    const result = await post({
      url: new URL(`http://127.0.0.1:${server.port}/`),
      bytes: 10,
      chunks: { [Symbol.iterator]: fail },
      limits: { connect: 300_000, idle: 300_000, whole: 300_000 },
      signal: new AbortController().signal,
      beforeFirstByte: async () => canary,
    });
    expect(result).toMatchObject({ kind: 'lost', reason: 'interrupted' });
    expect(JSON.stringify(result)).not.toContain(canary);
  });

  it('does not come of a long token', async () => {
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
