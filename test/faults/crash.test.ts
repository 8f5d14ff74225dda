import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { Journal } from '../../send/journal/journal';
import { busyMessage, findPriorSends, readHistory } from '../../send/journal/priorSends';
import type { JournalReader } from '../../send/journal/reader';
import { canRetry, type Outcome } from '../../send/outcome';
import { submit } from '../../send/submit';
import { tellFigure } from '../budget';
import { portsWith, prepared, submissionTo, temporaryJournal } from '../send/submissions';
import { sendingProgram } from './processes';
import { httpResponse, type RawServer, rawServer } from './rawServer';
import type { SendingOptions } from './sendingProcess';
import { authority, tlsServer } from './tlsServer';
import { expectWords } from './words';

const jobId = '3f2a1b9c-0d4e-4f6a-8b7c-1d2e3f4a5b6c';
const job = JSON.stringify({ id: jobId });

const program = sendingProgram();
let server: RawServer | null = null;
let temporary: Awaited<ReturnType<typeof temporaryJournal>> | null = null;

afterAll(() => program.end());
afterEach(async () => {
  await server?.close();
  await temporary?.remove();
  server = temporary = null;
});

/** A service that gives every request the same response; by default it accepts every job. */
async function answeringServer(status = '201 Created'): Promise<RawServer> {
  server = await rawServer(async ({ socket, request }) => {
    await request;
    socket.end(httpResponse(status, status.startsWith('201') ? job : ''));
  });
  return server;
}

/** The outcome found by the next start, or null if nothing of the send is left. */
type Found = Partial<Outcome> | null;

const nothingSent: Found = { status: 'failed', reason: 'interrupted' };
const doubt: Found = { status: 'unknown', reason: 'interrupted' };

interface KillRow {
  readonly stopAt: SendingOptions['stopAt'] & string;
  /** The service's response; null if nothing listens at its URL. */
  readonly answer?: string | null;
  readonly cancel?: boolean;
  readonly deliveries: number;
  readonly found: Found;
}

const kills: readonly KillRow[] = [
  { stopAt: 'before prepared', deliveries: 0, found: null },
  { stopAt: 'after prepared', deliveries: 0, found: nothingSent },
  { stopAt: 'before sent', deliveries: 0, found: nothingSent },
  { stopAt: 'after sent', deliveries: 0, found: doubt },
  { stopAt: 'before accepted', deliveries: 1, found: doubt },
  { stopAt: 'after accepted', deliveries: 1, found: { status: 'accepted', httpStatus: 201, jobId } },
  { stopAt: 'before rejected', answer: '422 No', deliveries: 1, found: doubt },
  {
    stopAt: 'after rejected',
    answer: '422 No',
    deliveries: 1,
    found: { status: 'rejected', httpStatus: 422 },
  },
  { stopAt: 'before unknown', answer: '500 No', deliveries: 1, found: doubt },
  {
    stopAt: 'after unknown',
    answer: '500 No',
    deliveries: 1,
    found: { status: 'unknown', reason: 'server-error', httpStatus: 500 },
  },
  { stopAt: 'before failed', answer: null, deliveries: 0, found: nothingSent },
  { stopAt: 'after failed', answer: null, deliveries: 0, found: { status: 'failed', reason: 'refused' } },
  { stopAt: 'before cancelled', cancel: true, deliveries: 0, found: nothingSent },
  { stopAt: 'after cancelled', cancel: true, deliveries: 0, found: { status: 'cancelled' } },
];

describe('kill -9 of the sending process', () => {
  it.each(kills)('$stopAt: the next start reports no more than is known', async (row) => {
    const { stopAt, cancel = false, found } = row;
    const { port, deliveries, close } = await answeringServer(row.answer ?? undefined);
    if (row.answer === null) await close();
    temporary = await temporaryJournal();
    const { journal, folder } = temporary;
    const baseUrl = `http://127.0.0.1:${port}`;
    const sending = program.start({ baseUrl, journal: folder, stopAt, cancel });
    await sending.printed('stopped');
    const during = await readHistory(journal.follow());
    await sending.kill();

    const [entry, ...others] = await readHistory(journal.follow());
    expect(others).toEqual([]);
    expect(deliveries()).toBe(row.deliveries);
    if (found === null) {
      expect(entry).toBeUndefined();
      return;
    }
    // While it was alive, another window saw it as running until its end was recorded.
    const ended = 'outcome' in ((await journal.follow().read()).at(-1) ?? {});
    expect(during[0]?.outcome).toEqual(ended ? entry?.outcome : { status: 'sending' });
    expect(entry?.outcome).toMatchObject(found);
    const priorSends = await findPriorSends(journal.follow(), await submissionTo(baseUrl));
    expect(priorSends.competing).toBeNull();
    const mayHaveArrived = found.status === 'accepted' || found.status === 'unknown';
    expect(priorSends.earlier).toHaveLength(mayHaveArrived ? 1 : 0);
  });

  it('while the service works: unknown', async () => {
    let arrived: () => void = () => {};
    const delivered = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    server = await rawServer(async ({ request }) => {
      await request;
      arrived();
    });
    temporary = await temporaryJournal();
    const { journal, folder } = temporary;
    const sending = program.start({ baseUrl: `http://127.0.0.1:${server.port}`, journal: folder });
    await delivered;
    await sending.kill();
    const [entry] = await readHistory(journal.follow());
    expect(entry?.outcome).toMatchObject({ status: 'unknown', reason: 'interrupted' });
    expect(server.deliveries()).toBe(1);
  });
});

describe('two windows', () => {
  it('that send the same request at the same time deliver it once', async () => {
    let release: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    server = await rawServer(async ({ socket, request }) => {
      await request;
      await released;
      socket.end(httpResponse('201 Created', job));
    });
    temporary = await temporaryJournal();
    const baseUrl = `http://127.0.0.1:${server.port}`;
    const options = { baseUrl, journal: temporary.folder };
    const windows = ['file:///a.json', 'file:///b.json'].map((uri) => program.start({ ...options, uri }));
    const first = await Promise.race(windows.map((window) => window.outcome));
    expect(first).toMatchObject({ status: 'failed', reason: 'busy', message: busyMessage });
    release();
    const outcomes = await Promise.all(windows.map((window) => window.outcome));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['accepted', 'failed']);
    expect(server.deliveries()).toBe(1);
  });

  it('deliver a request once even if the second records its start in the previous month', async () => {
    let deliver: () => void = () => {};
    const delivered = new Promise<void>((resolve) => {
      deliver = resolve;
    });
    server = await rawServer(({ request }) => void request.then(deliver));
    temporary = await temporaryJournal();
    const { journal, folder } = temporary;
    const baseUrl = `http://127.0.0.1:${server.port}`;
    const first = program.start({ baseUrl, journal: folder });
    await delivered;
    // The last moment of a month and a slow disk; or a clock that was set back.
    const late: Journal = {
      ...journal,
      append: (record) =>
        journal.append(
          record.state === 'prepared' ? { ...record, time: '2020-01-31T23:59:59.999Z' } : record,
        ),
    };
    const { outcome } = await submit(await submissionTo(baseUrl), portsWith(late));
    expect(outcome).toMatchObject({ status: 'failed', reason: 'busy', message: busyMessage });
    expect(server.deliveries()).toBe(1);
    await first.kill();
  });

  describe.each(['linux', 'darwin'] as const)('on %s', (platform) => {
    const own = process.platform;
    afterEach(() => {
      vi.useRealTimers();
      Object.defineProperty(process, 'platform', { value: own });
    });

    it.each([3_600_000, -3_600_000, 86_400_000])(
      'deliver a request once even if the clock moves by %i ms while the first waits for its token',
      async (clockStep) => {
        const { port, deliveries } = await answeringServer();
        temporary = await temporaryJournal();
        const options = { baseUrl: `http://127.0.0.1:${port}`, journal: temporary.folder };
        const first = program.start({ ...options, stopAt: 'before sent', platform, clockStep });
        await first.printed('stopped');
        Object.defineProperty(process, 'platform', { value: platform });
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + clockStep });
        const submission = await submissionTo(options.baseUrl);
        const { outcome } = await submit(submission, portsWith(temporary.journal));
        // Only Linux tells that the first still runs. Elsewhere it is taken for dead, and yields when it goes on.
        const isRefused = platform === 'linux' && own === 'linux';
        const busy = { status: 'failed', reason: 'busy', message: busyMessage };
        expect(outcome).toMatchObject(isRefused ? busy : { status: 'accepted' });
        expect(deliveries()).toBe(isRefused ? 0 : 1);
        first.resume();
        expect(await first.outcome).toMatchObject(isRefused ? { status: 'accepted' } : busy);
        expect(deliveries()).toBe(1);
        tellFigure(
          `${platform}, clock moved by ${clockStep} ms between two senders: ${deliveries()} delivery`,
        );
      },
    );
  });

  it('do not send if their records cannot be read back', async () => {
    const { port, deliveries } = await answeringServer();
    temporary = await temporaryJournal();
    const { journal } = temporary;
    const blind: JournalReader = { ...journal.follow(), read: async () => [] };
    const submission = await submissionTo(`http://127.0.0.1:${port}`);
    const { outcome } = await submit(submission, portsWith(journal, { reader: blind }));
    expect(outcome).toMatchObject({ status: 'failed', reason: 'journal' });
    // Reads nothing from the second read on: between its two records another sender may have started.
    let looks = 0;
    const reader = journal.follow();
    const late: JournalReader = { ...reader, read: async () => (looks++ === 0 ? reader.read() : []) };
    const second = await submit(submission, portsWith(journal, { reader: late }));
    expect(second.outcome).toMatchObject({ status: 'failed', reason: 'journal' });
    expect(deliveries()).toBe(0);
  });

  it('may resend a request that the service rejected', async () => {
    server = await rawServer(async ({ socket, request }) => {
      await request;
      socket.end(httpResponse('401 Unauthorized', '{"detail": "Unauthorized"}'));
    });
    temporary = await temporaryJournal();
    const submission = await submissionTo(`http://127.0.0.1:${server.port}`);
    for (const deliveries of [1, 2]) {
      const { outcome } = await submit(submission, portsWith(temporary.journal));
      expect(outcome).toMatchObject({ status: 'rejected', httpStatus: 401 });
      expect(server.deliveries()).toBe(deliveries);
    }
  });

  it('that consider each other dead deliver a request once: the second to record `sent` yields', async () => {
    const { port, deliveries } = await answeringServer();
    temporary = await temporaryJournal();
    const { journal } = temporary;
    const submission = await submissionTo(`http://127.0.0.1:${port}`);
    const about = { endpoint: submission.endpoint.url.href, sha256: submission.digest.sha256 };
    const time = new Date().toISOString();
    const rival: Journal = {
      ...journal,
      append: async (record) => {
        if (record.state === 'sent') {
          await journal.append(prepared('rival', { ...about, time, host: 'another-machine' }));
          await journal.append({ state: 'sent', id: 'rival', time });
        }
        await journal.append(record);
      },
    };
    const { outcome } = await submit(submission, portsWith(rival));
    expect(outcome).toMatchObject({ status: 'failed', reason: 'busy', message: busyMessage });
    expect(deliveries()).toBe(0);
  });

  it('that send the same body in turn ask first', async () => {
    const { port, deliveries } = await answeringServer();
    temporary = await temporaryJournal();
    const options = { baseUrl: `http://127.0.0.1:${port}`, journal: temporary.folder };
    expect(await program.start(options).outcome).toMatchObject({ status: 'accepted' });
    expect(await program.start(options).outcome).toMatchObject({ status: 'failed', reason: 'busy' });
    expect(deliveries()).toBe(1);
  });

  it('that resend a body do so once for each earlier request that the user was told about', async () => {
    const { port, deliveries } = await answeringServer();
    temporary = await temporaryJournal();
    const { journal } = temporary;
    const submission = await submissionTo(`http://127.0.0.1:${port}`);
    const sendKnowing = async (ids: readonly string[]) =>
      (await submit(submission, portsWith(journal, { acknowledged: new Set(ids) }))).entry;
    const first = await sendKnowing([]);
    const second = await sendKnowing([first.id]);
    expect([first, second].map(({ outcome }) => outcome.status)).toEqual(['accepted', 'accepted']);
    // Two windows asked about the first send at the same time; this one answers last.
    const third = await sendKnowing([first.id]);
    expect(third.outcome).toMatchObject({ status: 'failed', reason: 'busy' });
    expect(deliveries()).toBe(2);
  });

  it('and six more at the same time lose no line of the history', async () => {
    const { port } = await answeringServer();
    temporary = await temporaryJournal();
    const { journal, folder } = temporary;
    const names = Array.from({ length: 8 }, (_, index) => `file:///${index}.json`);
    const windows = names.map((uri) =>
      program.start({ baseUrl: `http://127.0.0.1:${port}`, journal: folder, uri, text: JSON.stringify(uri) }),
    );
    await Promise.all(windows.map((window) => window.outcome));
    const history = await readHistory(journal.follow());
    expect(history.map((entry) => entry.documentUri).sort()).toEqual(names);
    expect(history.every((entry) => entry.outcome.status === 'accepted')).toBe(true);
    expect(await journal.follow().read()).toHaveLength(3 * names.length);
  });
});

describe('a request left behind by another machine with the same home folder', () => {
  it.each([
    ['prepared', 'failed'],
    ['sent', 'unknown'],
  ] as const)('at %s is under way until its deadline, and then %s', async (step, then) => {
    const { port, deliveries } = await answeringServer();
    temporary = await temporaryJournal();
    const { journal } = temporary;
    const submission = await submissionTo(`http://127.0.0.1:${port}`);
    const time = new Date().toISOString();
    const leave = async (id: string, deadline: number) => {
      const { endpoint, digest } = submission;
      // Its process has this process's id, which proves nothing.
      const there = { host: 'another-machine', process: process.pid };
      const about = { endpoint: endpoint.url.href, sha256: digest.sha256, ...there };
      await journal.append(prepared(id, { ...about, time, deadline: new Date(deadline).toISOString() }));
      if (step === 'sent') await journal.append({ state: 'sent', id, time });
    };
    await leave('over', Date.now() - 1);
    await leave('not over', Date.now() + 3_600_000);
    const found = (await readHistory(journal.follow())).map(({ outcome }) => outcome);
    expect(found).toMatchObject([{ status: then, reason: 'interrupted' }, { status: 'sending' }]);
    const { outcome } = await submit(submission, portsWith(journal));
    expect(outcome).toMatchObject({ status: 'failed', reason: 'busy', message: busyMessage });
    expect(deliveries()).toBe(0);
  });
});

it('clearing the history while other windows send loses none of their lines', async () => {
  const { port } = await answeringServer();
  temporary = await temporaryJournal();
  const { journal, folder } = temporary;
  const old = Array.from({ length: 300 }, (_, index) => prepared(`old-${index}`));
  for (const record of old) await journal.append({ ...record, time: new Date().toISOString() });
  const names = Array.from({ length: 6 }, (_, index) => `file:///${index}.json`);
  const windows = names.map((uri) =>
    program.start({ baseUrl: `http://127.0.0.1:${port}`, journal: folder, uri, text: JSON.stringify(uri) }),
  );
  const all = Promise.all(windows.map((window) => window.outcome));
  let running = true;
  void all.then(() => (running = false));
  const isOld = (id: string) => id.startsWith('old-');
  // Repeatedly, keeping one send fewer each time.
  for (let kept = old.map(({ id }) => id); kept.length > 0 && running; kept = kept.slice(1)) {
    const reader = journal.follow();
    const others = (await reader.read()).map(({ id }) => id).filter((id) => !isOld(id));
    await reader.forgetAllBut(new Set([...kept, ...others]));
  }
  const reader = journal.follow();
  const others = (await reader.read()).map(({ id }) => id).filter((id) => !isOld(id));
  await reader.forgetAllBut(new Set(others));
  expect((await all).map(({ status }) => status)).toEqual(names.map(() => 'accepted'));
  expect((await readHistory(journal.follow())).map(({ documentUri }) => documentUri).sort()).toEqual(names);
  expect(await journal.follow().read()).toHaveLength(3 * names.length);
});

describe('a certificate from a trusted authority', () => {
  it.each([
    ['valid', 'accepted', `Training job ${jobId} was created.`],
    ['expired', 'failed', 'could not be established (certificate has expired).'],
    ['wrong-host', 'failed', 'is not in the cert'],
  ] as const)('%s: %s', async (certificate, status, says) => {
    const secure = await tlsServer(certificate, httpResponse('201 Created', job));
    temporary = await temporaryJournal();
    const { journal, folder } = temporary;
    const options = { baseUrl: `https://localhost:${secure.port}`, journal: folder };
    // Settings that disable certificate checks have no effect.
    const environment = {
      NODE_EXTRA_CA_CERTS: authority,
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      NODE_NO_WARNINGS: '1',
    };
    const outcome = await program.start(options, environment).outcome;
    expect(outcome).toMatchObject(status === 'failed' ? { status, reason: 'tls' } : { status });
    expect(canRetry(outcome)).toBe(status === 'failed');
    const steps = status === 'failed' ? ['prepared', 'failed'] : ['prepared', 'sent', 'accepted'];
    expect((await journal.follow().read()).map(({ state }) => state)).toEqual(steps);
    const [entry] = await readHistory(journal.follow());
    expect(entry?.outcome).toEqual(outcome);
    expectWords({ outcome, entry: entry! }, says);
    expect(secure.decrypted().match(/^POST /gm) ?? []).toHaveLength(status === 'failed' ? 0 : 1);
    await secure.close();
  });
});
