import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Journal } from '../../send/journal/journal';
import { canRetry } from '../../send/outcome';
import { type SubmitPorts, type SubmitResult, submit } from '../../send/submit';
import { canary, portsWith, submissionTo, temporaryJournal } from '../send/submissions';
import { httpResponse, type RawServer, rawServer } from './rawServer';
import { tlsServer } from './tlsServer';
import { expectWords } from './words';

const job = '{"id": "3f2a1b9c-0d4e-4f6a-8b7c-1d2e3f4a5b6c"}';

let closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers) await close();
  closers = [];
});

async function journalHere() {
  const temporary = await temporaryJournal();
  closers.push(temporary.remove);
  return temporary.journal;
}

/** The result of a send, and the states of its journal. */
interface Sent extends SubmitResult {
  readonly states: readonly string[];
}

/** Sends to a URL, with a journal of its own. */
async function sendTo(
  url: string,
  changes: Partial<SubmitPorts> & { readonly text?: string } = {},
): Promise<Sent> {
  const { text, ...ports } = changes;
  const submission = await submissionTo(url, text === undefined ? {} : { text });
  const journal = ports.journal ?? (await journalHere());
  const result = await submit(submission, portsWith(journal, ports));
  const records = await journal.follow().read();
  expect(JSON.stringify([result, records])).not.toContain(canary);
  return { ...result, states: records.map(({ state }) => state) };
}

/** Asserts that nothing was sent, and that outcome, journal and message say so, and whether to retry. */
function expectFailure(
  sent: Sent,
  expected: { reason: string; says: string; retry: boolean; states?: readonly string[] },
): void {
  const { reason, says, retry, states = ['prepared', 'failed'] } = expected;
  expect(sent.outcome).toMatchObject({ status: 'failed', reason });
  expect(canRetry(sent.outcome)).toBe(retry);
  expect(sent.states).toEqual(states);
  expectWords(sent, says);
}

/** Asserts the outcome of a cancellation: before the first byte nothing was sent, afterwards it is unknown. */
function expectCancelled(sent: Sent, status: 'cancelled' | 'unknown'): void {
  const reason = status === 'unknown' ? { reason: 'cancelled' } : {};
  expect(sent.outcome).toMatchObject({ status, ...reason });
  expect(canRetry(sent.outcome)).toBe(false);
  expect(sent.states).toEqual(
    status === 'unknown' ? ['prepared', 'sent', 'unknown'] : ['prepared', 'cancelled'],
  );
  expectWords(
    sent,
    status === 'unknown' ? 'Cancelled while the request was under way.' : 'Nothing was sent.',
  );
}

function expectAccepted(sent: Sent): void {
  expect(sent.outcome).toMatchObject({ status: 'accepted' });
  expect(sent.states).toEqual(['prepared', 'sent', 'accepted']);
  expectWords(sent, 'Training job 3f2a1b9c-0d4e-4f6a-8b7c-1d2e3f4a5b6c was created.');
}

/** A journal that reports each record immediately, written or not. */
function recording(journal: Journal): { readonly journal: Journal; readonly appended: readonly string[] } {
  const appended: string[] = [];
  const append: Journal['append'] = (record) => {
    appended.push(record.state);
    return journal.append(record);
  };
  return { journal: { ...journal, append }, appended };
}

async function serverHere(script: Parameters<typeof rawServer>[0]): Promise<RawServer> {
  const server = await rawServer(script);
  closers.push(server.close);
  return server;
}

/** A service that accepts every job. */
function acceptingServer(): Promise<RawServer> {
  return serverHere(async ({ socket, request }) => {
    await request;
    socket.end(httpResponse('201 Created', job));
  });
}

describe('before the first byte', () => {
  const untrusted = 'A trusted TLS connection to the service could not be established';

  it('a refused connection sends nothing and can be tried again', async () => {
    const gone = await rawServer(() => {});
    await gone.close();
    const sent = await sendTo(`http://127.0.0.1:${gone.port}`);
    expectFailure(sent, { reason: 'refused', says: 'The service refused the connection', retry: true });
    expect(gone.connections()).toBe(0);
  });

  it('a host that cannot be resolved sends nothing and can be tried again', async () => {
    const sent = await sendTo('https://no-such-host.invalid');
    const says = 'The host name of the service was not found';
    expectFailure(sent, { reason: 'lookup', says, retry: true });
  });

  it('with an untrusted certificate nothing is sent', async () => {
    const server = await tlsServer('self-signed');
    closers.push(server.close);
    const sent = await sendTo(`https://localhost:${server.port}`);
    expectFailure(sent, { reason: 'tls', says: untrusted, retry: true });
    expect(server.decrypted()).toBe('');
  });

  it('with an untrusted certificate nothing is sent, even if something has disabled the check', async () => {
    const server = await tlsServer('self-signed');
    closers.push(server.close);
    const original = https.request;
    https.request = ((url: URL, options: https.RequestOptions) =>
      original(url, { ...options, rejectUnauthorized: false })) as typeof https.request;
    closers.push(() => {
      https.request = original;
    });
    const sent = await sendTo(`https://localhost:${server.port}`);
    const says = 'The certificate of the service could not be verified.';
    expectFailure(sent, { reason: 'tls', says, retry: true });
    expect(server.decrypted()).toBe('');
  });

  it('a service that does not speak TLS gets nothing it could read', async () => {
    const server = await serverHere(({ socket }) => {
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    });
    const sent = await sendTo(`https://localhost:${server.port}`);
    expectFailure(sent, { reason: 'tls', says: untrusted, retry: true });
    expect(server.deliveries()).toBe(0);
    expect(server.received()).not.toContain('POST');
    expect(server.received()).not.toContain(canary);
  });

  it('a handshake that never ends is abandoned', async () => {
    const server = await serverHere(() => {});
    const limits = { connect: 300, idle: 300_000, whole: 300_000 };
    const sent = await sendTo(`https://localhost:${server.port}`, { limits });
    const says = 'No connection was established within 0.3 seconds.';
    expectFailure(sent, { reason: 'connect-timeout', says, retry: true });
    expect(server.deliveries()).toBe(0);
  });

  it('a service that talks first is not trusted and gets nothing', async () => {
    const server = await serverHere(({ socket }) => void socket.write(httpResponse('201 Created', job)));
    // The response arrives before the token, and decides alone.
    const readToken = () => new Promise<string>(() => {});
    const sent = await sendTo(`http://127.0.0.1:${server.port}`, { readToken });
    const says = 'The service responded with status 201 before anything was sent.';
    expectFailure(sent, { reason: 'unreachable', says, retry: true });
    expect(server.received()).toBe('');
  });

  it('a service that closes while the token is read gets nothing, and it can be tried again', async () => {
    const closing = await serverHere(({ socket }) => void socket.end());
    const { journal, appended } = recording(await journalHere());
    const url = `http://127.0.0.1:${closing.port}`;
    let giveToken = (): void => {};
    const readToken = () =>
      new Promise<string>((resolve) => {
        giveToken = () => resolve(canary);
      });
    const sent = await sendTo(url, { journal, readToken });
    const says = 'The service could not be reached';
    expectFailure(sent, { reason: 'unreachable', says, retry: true });
    // The secret storage may answer after the send has ended. Any effect of that happens before the next send.
    giveToken();
    const again = await sendTo(url, { journal, readToken: async () => null });
    expect(again.outcome).toMatchObject({ status: 'failed', reason: 'token' });
    expect(appended).toEqual(['prepared', 'failed', 'prepared', 'failed']);
    expect(closing.received()).toBe('');
  });

  it('a service that closes while `sent` is written gets nothing, and the journal records that', async () => {
    const server = await serverHere(({ socket }) => void socket.end());
    const real = await journalHere();
    const abort = new AbortController();
    // The attempt is over when it no longer listens to the user.
    const isOver = new Promise<void>((resolve) => {
      const { removeEventListener } = abort.signal;
      abort.signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
        removeEventListener.apply(abort.signal, args);
        resolve();
      };
    });
    const steps: string[] = [];
    const append: Journal['append'] = async (record) => {
      steps.push(`${record.state} begun`);
      if (record.state === 'sent') {
        await isOver;
        // Anything that does not wait for this record continues now.
        await new Promise(setImmediate);
      }
      await real.append(record);
      steps.push(`${record.state} written`);
    };
    const journal = { ...real, append };
    const sent = await sendTo(`http://127.0.0.1:${server.port}`, { journal, signal: abort.signal });
    const says = 'The service could not be reached';
    const states = ['prepared', 'sent', 'failed'];
    expectFailure(sent, { reason: 'unreachable', says, retry: true, states });
    expect(steps.slice(2)).toEqual(['sent begun', 'sent written', 'failed begun', 'failed written']);
    expect(server.deliveries()).toBe(0);
  });

  it('with a token that is not a valid header nothing is sent', async () => {
    const server = await serverHere(() => {});
    const readToken = async () => 'line\nbreak';
    const sent = await sendTo(`http://127.0.0.1:${server.port}`, { readToken });
    const says = 'The access token contains characters that cannot be sent. Set it again.';
    const states = ['prepared', 'sent', 'failed'];
    expectFailure(sent, { reason: 'token', says, retry: false, states });
    expect(server.received()).toBe('');
  });

  it('without a token nothing is sent, and the journal has no `sent`', async () => {
    const server = await serverHere(() => {});
    const url = `http://127.0.0.1:${server.port}`;
    const sent = await sendTo(url, { readToken: async () => null });
    const says = `Nothing was sent: there is no access token for ${url}.`;
    expectFailure(sent, { reason: 'token', says, retry: false });
    expect(server.received()).toBe('');
  });

  it('the token is read for its own origin only, after the connection opens; the head is minimal', async () => {
    const asked: string[] = [];
    const server = await acceptingServer();
    const readToken = async (origin: string) => {
      asked.push(`${origin} with ${server.connections()} connection`);
      return canary;
    };
    const origin = `http://127.0.0.1:${server.port}`;
    expectAccepted(await sendTo(`${origin}/team`, { readToken }));
    expect(server.deliveries()).toBe(1);
    expect(asked).toEqual([`${origin} with 1 connection`]);
    const [head] = server.received().split('\r\n\r\n', 1);
    expect(head?.split('\r\n').sort()).toEqual(
      [
        'POST /team/v1/preview/training-jobs HTTP/1.1',
        `Host: 127.0.0.1:${server.port}`,
        `Authorization: Bearer ${canary}`,
        'Content-Type: application/json',
        'Content-Length: 42',
        'Accept: application/json',
        'Accept-Encoding: identity',
        'User-Agent: trajectory-tools',
        'Connection: close',
      ].sort(),
    );
  });
});

describe('a proxy that refuses its tunnel', () => {
  const original = https.request;
  afterEach(() => {
    https.request = original;
  });

  it.each([
    ['and hands over its own connection', false],
    ['and answers on it at once', true],
  ])('%s gets neither token nor body', async (_, answers) => {
    const proxy = await serverHere(({ socket }) => {
      if (answers) socket.write(httpResponse('407 Proxy Authentication Required'));
    });
    // Like VS Code's proxy agent: the request continues on the unencrypted connection to the proxy.
    const agent = new https.Agent();
    agent.createConnection = () => connect(proxy.port, '127.0.0.1');
    https.request = ((url: URL, options: https.RequestOptions) =>
      original(url, { ...options, agent })) as typeof https.request;
    const sent = await sendTo('https://training.example.com');
    const says = 'The proxy refused the connection to the service.';
    expectFailure(sent, { reason: 'proxy', says, retry: true });
    expect(proxy.received()).toBe('');
  });
});

describe('cancelling', () => {
  it('before the connection is open: nothing was sent', async () => {
    const server = await serverHere(() => {});
    const sent = await sendTo(`http://127.0.0.1:${server.port}`, { signal: AbortSignal.abort() });
    expectCancelled(sent, 'cancelled');
    expect(server.connections()).toBe(0);
  });

  it('with an open connection and nothing written: nothing was sent', async () => {
    const server = await serverHere(() => {});
    const abort = new AbortController();
    const readToken = async () => {
      abort.abort();
      return canary;
    };
    const sent = await sendTo(`http://127.0.0.1:${server.port}`, { readToken, signal: abort.signal });
    expectCancelled(sent, 'cancelled');
    expect(server.received()).toBe('');
  });

  it('inside the body: unknown', async () => {
    const abort = new AbortController();
    const server = await serverHere(() => {});
    const sent = await sendTo(`http://127.0.0.1:${server.port}`, {
      onProgress: () => abort.abort(),
      signal: abort.signal,
      text: `"${'x'.repeat(1_000_000)}"`,
    });
    expectCancelled(sent, 'unknown');
    expect(server.connections()).toBe(1);
    await expect.poll(server.deliveries).toBe(1);
    expect(server.received().length).toBeLessThan(1_000_000);
  });

  it('while waiting for the response: unknown', async () => {
    const abort = new AbortController();
    const server = await serverHere(async ({ request }) => {
      await request;
      abort.abort();
    });
    const sent = await sendTo(`http://127.0.0.1:${server.port}`, { signal: abort.signal });
    expectCancelled(sent, 'unknown');
    expect(server.deliveries()).toBe(1);
  });
});

it('with the global agent, no open connection is reused, and none is left open', async () => {
  const server = await serverHere(({ socket }) => {
    socket.on('data', (chunk) => {
      if (chunk.includes('\r\n\r\n')) socket.write(httpResponse('200 OK', job));
    });
  });
  const origin = `http://127.0.0.1:${server.port}`;
  const other = http.get(`${origin}/other`);
  const [response] = (await once(other, 'response')) as [http.IncomingMessage];
  await once(response.resume(), 'close');
  expectAccepted(await sendTo(origin, { useGlobalAgent: true }));
  expect(server.connections()).toBe(2);
  expect(server.received().match(/^POST/gm)).toHaveLength(1);
  expect(server.received().match(/^Connection: .*$/gm)).toEqual([
    'Connection: keep-alive',
    'Connection: close',
  ]);
  const kept = Object.keys(http.globalAgent.freeSockets);
  expect(kept.filter((name) => name.includes(`:${server.port}:`))).toEqual([]);
});

describe('with an agent that VS Code may substitute', () => {
  const original = http.request;
  afterEach(() => {
    http.request = original;
  });

  /** VS Code replaces the module's function, and for most hosts the agent with the global one. */
  function replaceAgent(agent: http.Agent): void {
    http.request = ((url: URL, options: http.RequestOptions) =>
      original(url, { ...options, agent })) as typeof http.request;
    closers.push(() => agent.destroy());
  }

  it('a connection that another request left open is never used', async () => {
    const server = await serverHere(({ socket }) => {
      socket.on('data', (chunk) => {
        if (chunk.includes('\r\n\r\n')) socket.write(httpResponse('200 OK', job));
      });
    });
    const agent = new http.Agent({ keepAlive: true });
    const other = original(`http://127.0.0.1:${server.port}/other`, { agent }).end();
    const [response] = (await once(other, 'response')) as [http.IncomingMessage];
    await once(response.resume(), 'close');
    replaceAgent(agent);
    expectAccepted(await sendTo(`http://127.0.0.1:${server.port}`));
    expect(server.connections()).toBe(2);
    expect(server.received().match(/^POST/gm)).toHaveLength(1);
  });
});
