import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Journal } from '../../client/submit/journal';
import { canRetry } from '../../client/submit/outcome';
import { submit } from '../../client/submit/submit';
import { canary, portsWith, submissionTo, temporaryJournal } from '../submit/submissions';
import { answer, type RawServer, rawServer } from './rawServer';
import { tlsServer } from './tlsServer';

// Sockets and processes take their time on a busy machine; no test depends on how long.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

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

/** A journal that tells at once what it is given, written yet or not. */
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

describe('before the first byte', () => {
  it('a refused connection sends nothing and can be tried again', async () => {
    const gone = await rawServer(() => {});
    await gone.close();
    const journal = await journalHere();
    const { outcome } = await submit(await submissionTo(`http://127.0.0.1:${gone.port}`), portsWith(journal));
    expect(outcome).toMatchObject({ status: 'failed', reason: 'refused' });
    expect(canRetry(outcome)).toBe(true);
    expect((await journal.read()).map(({ state }) => state)).toEqual(['prepared', 'failed']);
  });

  it('a host without an address sends nothing and can be tried again', async () => {
    const submission = await submissionTo('https://no-such-host.invalid');
    const { outcome } = await submit(submission, portsWith(await journalHere()));
    expect(outcome).toMatchObject({ status: 'failed', reason: 'lookup' });
    expect(canRetry(outcome)).toBe(true);
  });

  it('a certificate that nobody vouches for sends nothing', async () => {
    const server = await tlsServer('self-signed');
    closers.push(server.close);
    const journal = await journalHere();
    const submission = await submissionTo(`https://localhost:${server.port}`);
    const { outcome } = await submit(submission, portsWith(journal));
    expect(outcome).toMatchObject({ status: 'failed', reason: 'tls' });
    expect(server.decrypted()).toBe('');
    expect((await journal.read()).map(({ state }) => state)).toEqual(['prepared', 'failed']);
  });

  it('a certificate that nobody vouches for sends nothing, even where something has switched that check off', async () => {
    const server = await tlsServer('self-signed');
    closers.push(server.close);
    const original = https.request;
    https.request = ((url: URL, options: https.RequestOptions) =>
      original(url, { ...options, rejectUnauthorized: false })) as typeof https.request;
    closers.push(() => {
      https.request = original;
    });
    const submission = await submissionTo(`https://localhost:${server.port}`);
    const { outcome } = await submit(submission, portsWith(await journalHere()));
    expect(outcome).toMatchObject({ status: 'failed', reason: 'tls' });
    expect(server.decrypted()).toBe('');
  });

  it('a service that does not speak TLS gets nothing it could read', async () => {
    const server = await serverHere(({ socket }) => {
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    });
    const submission = await submissionTo(`https://localhost:${server.port}`);
    const { outcome } = await submit(submission, portsWith(await journalHere()));
    expect(outcome).toMatchObject({ status: 'failed', reason: 'tls' });
    expect(server.received()).not.toContain('POST');
    expect(server.received()).not.toContain(canary);
  });

  it('a handshake that never ends is given up', async () => {
    const server = await serverHere(() => {});
    const limits = { connect: 300, idle: 5_000, whole: 10_000 };
    const submission = await submissionTo(`https://localhost:${server.port}`);
    const { outcome } = await submit(submission, portsWith(await journalHere(), { limits }));
    expect(outcome).toMatchObject({ status: 'failed', reason: 'connect-timeout' });
    expect(canRetry(outcome)).toBe(true);
  });

  it('a service that talks first is not believed and gets nothing', async () => {
    const server = await serverHere(({ socket }) => void socket.write(answer('201 Created', job)));
    const journal = await journalHere();
    // The answer is there before the token is: it alone decides.
    const readToken = () => new Promise<string>(() => {});
    const { outcome } = await submit(
      await submissionTo(`http://127.0.0.1:${server.port}`),
      portsWith(journal, { readToken }),
    );
    expect(outcome).toMatchObject({ status: 'failed', reason: 'unreachable' });
    expect(server.deliveries()).toBe(0);
  });

  it('a service that closes while the token is read gets nothing, and it can be tried again', async () => {
    const closing = await serverHere(({ socket }) => void socket.end());
    const { journal, appended } = recording(await journalHere());
    const submission = await submissionTo(`http://127.0.0.1:${closing.port}`);
    let giveToken = (): void => {};
    const readToken = () =>
      new Promise<string>((resolve) => {
        giveToken = () => resolve(canary);
      });
    const { outcome } = await submit(submission, portsWith(journal, { readToken }));
    expect(outcome).toMatchObject({ status: 'failed' });
    expect(canRetry(outcome)).toBe(true);
    // The secret storage may answer when all is over. Whatever follows from that comes before the next send.
    giveToken();
    const again = await submit(submission, portsWith(journal, { readToken: async () => null }));
    expect(again.outcome).toMatchObject({ status: 'failed', reason: 'token' });
    expect(appended).toEqual(['prepared', 'failed', 'prepared', 'failed']);
    expect(closing.received()).toBe('');
  });

  it('a service that closes while the send is written down got nothing, and the journal ends with that', async () => {
    const server = await serverHere(({ socket }) => void socket.end());
    const real = await journalHere();
    const abort = new AbortController();
    // The attempt is over when it does not listen to the user any more.
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
        // Whatever does not wait for this record goes on now.
        await new Promise(setImmediate);
      }
      await real.append(record);
      steps.push(`${record.state} written`);
    };
    const { outcome, entry } = await submit(
      await submissionTo(`http://127.0.0.1:${server.port}`),
      portsWith({ ...real, append }, { signal: abort.signal }),
    );
    expect(outcome).toMatchObject({ status: 'failed' });
    expect(steps.slice(2)).toEqual(['sent begun', 'sent written', 'failed begun', 'failed written']);
    const [last] = (await real.read()).slice(-1);
    expect(last).toMatchObject({ id: entry.id, state: 'failed' });
    expect(server.deliveries()).toBe(0);
  });

  it('a token that no header can carry sends nothing', async () => {
    const server = await serverHere(() => {});
    const ports = portsWith(await journalHere(), { readToken: async () => 'line\nbreak' });
    const { outcome } = await submit(await submissionTo(`http://127.0.0.1:${server.port}`), ports);
    expect(outcome).toMatchObject({ status: 'failed', reason: 'token' });
    expect(server.received()).toBe('');
  });

  it('a missing token sends nothing and does not reach the journal as sent', async () => {
    const server = await serverHere(() => {});
    const journal = await journalHere();
    const ports = portsWith(journal, { readToken: async () => null });
    const { outcome } = await submit(await submissionTo(`http://127.0.0.1:${server.port}`), ports);
    expect(outcome).toMatchObject({ status: 'failed', reason: 'token' });
    expect(server.received()).toBe('');
    expect((await journal.read()).map(({ state }) => state)).toEqual(['prepared', 'failed']);
  });

  it('the token is asked for its own origin only, after the connection stands; the head says no more than it must', async () => {
    const asked: string[] = [];
    const server = await serverHere(async ({ socket, request }) => {
      await request;
      socket.end(answer('201 Created', job));
    });
    const readToken = async (origin: string) => {
      asked.push(`${origin} with ${server.connections()} connection`);
      return canary;
    };
    const origin = `http://127.0.0.1:${server.port}`;
    await submit(await submissionTo(`${origin}/team`), portsWith(await journalHere(), { readToken }));
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
    ['and hands over a connection of its own', false],
    ['and answers on it at once', true],
  ])('%s gets neither token nor body', async (_, answers) => {
    const proxy = await serverHere(({ socket }) => {
      if (answers) socket.write(answer('407 Proxy Authentication Required'));
    });
    // What VS Code's proxy agent does: the request goes on with the connection to the proxy in the clear.
    const agent = new https.Agent();
    agent.createConnection = () => connect(proxy.port, '127.0.0.1');
    https.request = ((url: URL, options: https.RequestOptions) =>
      original(url, { ...options, agent })) as typeof https.request;
    const journal = await journalHere();
    const { outcome } = await submit(await submissionTo('https://training.example.com'), portsWith(journal));
    expect(outcome).toMatchObject({ status: 'failed', reason: 'proxy' });
    expect(canRetry(outcome)).toBe(true);
    expect(proxy.received()).toBe('');
    expect((await journal.read()).map(({ state }) => state)).toEqual(['prepared', 'failed']);
  });
});

describe('cancelling', () => {
  it('before the connection stands: nothing was sent', async () => {
    const server = await serverHere(() => {});
    const journal = await journalHere();
    const ports = portsWith(journal, { signal: AbortSignal.abort() });
    const { outcome } = await submit(await submissionTo(`http://127.0.0.1:${server.port}`), ports);
    expect(outcome).toEqual({ status: 'cancelled' });
    expect(server.connections()).toBe(0);
    expect((await journal.read()).map(({ state }) => state)).toEqual(['prepared', 'cancelled']);
  });

  it('when the connection stands and nothing is written: nothing was sent', async () => {
    const server = await serverHere(() => {});
    const abort = new AbortController();
    const readToken = async () => {
      abort.abort();
      return canary;
    };
    const journal = await journalHere();
    const ports = portsWith(journal, { readToken, signal: abort.signal });
    const { outcome } = await submit(await submissionTo(`http://127.0.0.1:${server.port}`), ports);
    expect(outcome).toEqual({ status: 'cancelled' });
    expect(server.received()).toBe('');
    expect((await journal.read()).map(({ state }) => state)).toEqual(['prepared', 'cancelled']);
  });

  it('inside the body: unknown', async () => {
    const abort = new AbortController();
    const server = await serverHere(() => {});
    const ports = portsWith(await journalHere(), { onProgress: () => abort.abort(), signal: abort.signal });
    const text = `"${'x'.repeat(1_000_000)}"`;
    const { outcome } = await submit(await submissionTo(`http://127.0.0.1:${server.port}`, { text }), ports);
    expect(outcome).toMatchObject({ status: 'unknown', reason: 'cancelled' });
  });

  it('while waiting for the answer: unknown', async () => {
    const abort = new AbortController();
    const server = await serverHere(async ({ request }) => {
      await request;
      abort.abort();
    });
    const ports = portsWith(await journalHere(), { signal: abort.signal });
    const { outcome } = await submit(await submissionTo(`http://127.0.0.1:${server.port}`), ports);
    expect(outcome).toMatchObject({ status: 'unknown', reason: 'cancelled' });
    expect(server.deliveries()).toBe(1);
  });
});

it('with the global agent, no connection that another request left open is used, and none is left', async () => {
  const server = await serverHere(({ socket }) => {
    socket.on('data', (chunk) => {
      if (chunk.includes('\r\n\r\n')) socket.write(answer('200 OK', job));
    });
  });
  const origin = `http://127.0.0.1:${server.port}`;
  const other = http.get(`${origin}/other`);
  const [response] = (await once(other, 'response')) as [http.IncomingMessage];
  await once(response.resume(), 'close');
  const ports = portsWith(await journalHere(), { useGlobalAgent: true });
  const { outcome } = await submit(await submissionTo(origin), ports);
  expect(outcome).toMatchObject({ status: 'accepted' });
  expect(server.connections()).toBe(2);
  expect(server.received().match(/^POST/gm)).toHaveLength(1);
  expect(server.received().match(/^Connection: .*$/gm)).toEqual([
    'Connection: keep-alive',
    'Connection: close',
  ]);
  const kept = Object.keys(http.globalAgent.freeSockets);
  expect(kept.filter((name) => name.includes(`:${server.port}:`))).toEqual([]);
});

describe('with the agent that VS Code may put behind a request', () => {
  const original = http.request;
  afterEach(() => {
    http.request = original;
  });

  /** VS Code replaces the function in the module, and for most hosts the agent by the global one. */
  function replaceAgent(agent: http.Agent): void {
    http.request = ((url: URL, options: http.RequestOptions) =>
      original(url, { ...options, agent })) as typeof http.request;
    closers.push(() => agent.destroy());
  }

  it('a connection that another request left open is never used', async () => {
    const server = await serverHere(({ socket }) => {
      socket.on('data', (chunk) => {
        if (chunk.includes('\r\n\r\n')) socket.write(answer('200 OK', job));
      });
    });
    const agent = new http.Agent({ keepAlive: true });
    const other = original(`http://127.0.0.1:${server.port}/other`, { agent }).end();
    const [response] = (await once(other, 'response')) as [http.IncomingMessage];
    await once(response.resume(), 'close');
    replaceAgent(agent);
    const { outcome } = await submit(
      await submissionTo(`http://127.0.0.1:${server.port}`),
      portsWith(await journalHere()),
    );
    expect(outcome).toMatchObject({ status: 'accepted' });
    expect(server.connections()).toBe(2);
    expect(server.received().match(/^POST/gm)).toHaveLength(1);
  });
});
