import { getEventListeners } from 'node:events';
import http from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type SubmitPorts, submit } from '../../send/submit';
import { startClocks } from '../../send/transport/clocks';
import { canary, portsWith, submissionTo, temporaryJournal } from '../send/submissions';
import { httpResponse, type RawServer, rawServer } from './rawServer';

const created = httpResponse('201 Created', '{"id": "3f2a1b9c-0d4e-4f6a-8b7c-1d2e3f4a5b6c"}');
const limits = { connect: 1000, idle: 1000, whole: 1_000_000 };
/** Shorter than each limit; twice as long exceeds each limit except `whole`. */
const aWhile = 900;

const original = http.request;
let server: RawServer | null = null;
let temporary: Awaited<ReturnType<typeof temporaryJournal>>;

// Fake clocks: time passes only when a test advances it. Sockets and files are not affected.
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  temporary = await temporaryJournal();
});
afterEach(async () => {
  vi.useRealTimers();
  http.request = original;
  await server?.close();
  await temporary.remove();
});

/** A service that accepts every job. */
async function acceptingServer(): Promise<string> {
  server = await rawServer(async ({ socket, request }) => {
    await request;
    socket.end(created);
  });
  return `http://127.0.0.1:${server.port}`;
}

/** Sends to a service, and asserts that nothing is left running afterwards. */
async function sendTo(url: string, changes: Partial<SubmitPorts> & { readonly text?: string } = {}) {
  const { text = '{}', ...ports } = changes;
  const abort = new AbortController();
  const submission = await submissionTo(url, { text });
  const result = await submit(
    submission,
    portsWith(temporary.journal, { limits, signal: abort.signal, ...ports }),
  );
  expect(vi.getTimerCount()).toBe(0);
  expect(getEventListeners(ports.signal ?? abort.signal, 'abort')).toEqual([]);
  return result.outcome;
}

/** Observes every response before the sender does. */
function onResponse(listener: (response: http.IncomingMessage) => void): void {
  http.request = ((url: URL, options: http.RequestOptions) =>
    original(url, options).on('response', listener)) as typeof http.request;
}

describe('a request does not idle', () => {
  it('while its body is being sent, however long that takes', async () => {
    let steps = 0;
    const onProgress = () => {
      steps++;
      vi.advanceTimersByTime(aWhile);
    };
    const outcome = await sendTo(await acceptingServer(), { onProgress, text: `"${'x'.repeat(500_000)}"` });
    expect(steps).toBeGreaterThan(4);
    expect(outcome).toMatchObject({ status: 'accepted' });
  });

  it('while its response arrives bit by bit', async () => {
    const bits = [created.slice(0, -4), ...created.slice(-4)];
    let writeNext = (): unknown => null;
    server = await rawServer(async ({ socket, request }) => {
      await request;
      writeNext = () => bits.length > 0 && socket.write(bits.shift() ?? '');
      writeNext();
    });
    onResponse((response) => {
      response.on('data', () => {
        vi.advanceTimersByTime(aWhile);
        writeNext();
      });
    });
    expect(await sendTo(`http://127.0.0.1:${server.port}`)).toMatchObject({ status: 'accepted' });
    expect(bits).toEqual([]);
  });

  it('while the token is read, which may need the user', async () => {
    const readToken = async () => {
      vi.advanceTimersByTime(10 * limits.connect);
      return canary;
    };
    expect(await sendTo(await acceptingServer(), { readToken })).toMatchObject({ status: 'accepted' });
  });
});

it('a whole request has a limit even if no other limit applies', async () => {
  const readToken = async () => {
    vi.advanceTimersByTime(limits.whole);
    return canary;
  };
  expect(await sendTo(await acceptingServer(), { readToken })).toMatchObject({
    status: 'failed',
    reason: 'connect-timeout',
    message: 'Nothing was sent within 1000 seconds.',
  });
  expect(server?.received()).toBe('');
});

it('a second attempt gets only the time left by the first', () => {
  const expired: string[] = [];
  const clocks = startClocks({ ...limits, whole: 800 }, performance.now() - 600, (limit) =>
    expired.push(limit),
  );
  vi.advanceTimersByTime(200);
  expect(expired).toEqual(['whole']);
  clocks.stop();
});

it('no timer is left when the user cancels while the token is read', async () => {
  const abort = new AbortController();
  const readToken = async () => {
    abort.abort();
    return canary;
  };
  const outcome = await sendTo(await acceptingServer(), { readToken, signal: abort.signal });
  expect(outcome).toEqual({ status: 'cancelled' });
});

it('an early rejection stops the body', async () => {
  const rejection = httpResponse('413 Content Too Large', 'too large');
  let finish = (): unknown => null;
  server = await rawServer(async ({ socket, head }) => {
    await head;
    socket.write(rejection.slice(0, -1));
    finish = () => socket.end(rejection.slice(-1));
  });
  let answering = false;
  let later = 0;
  onResponse(async () => {
    answering = true;
    // Long enough for many more chunks to be sent, if any were.
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    finish();
  });
  const onProgress = () => void (answering && later++);
  const text = `"${'x'.repeat(20_000_000)}"`;
  const outcome = await sendTo(`http://127.0.0.1:${server.port}`, { onProgress, text });
  expect(outcome).toMatchObject({ status: 'rejected', httpStatus: 413 });
  expect(later).toBe(0);
});
