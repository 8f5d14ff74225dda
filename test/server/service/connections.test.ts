import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, useService } from './child';
import { begin, jobsPath, logBody, logPath, type Sending, send } from './sending';

const service = useService();
const data = service.folder('data');
let running: RunningService;
beforeAll(async () => {
  running = await service.start(data);
});

const emptyGroup = '{"trajectories":[]}';
const jobBody = '{"model_id": "3f2a1b9c-6f3e-4c0a-9a51-0d6f0a9b8c7d", "trajectory_groups": []}';
const post = (path: string, body: string, more: Sending = {}) => send(running.url, path, { body, ...more });

it('a connection serves one request after the other, even after a rejected body', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const sockets = new Set<unknown>();
  agent.on('free', (socket) => sockets.add(socket));
  const body = jobBody.padEnd(300_000);
  const statuses: number[] = [];
  for (const headers of [{}, { authorization: 'Bearer wrong' }, {}, { 'content-type': 'text/plain' }, {}]) {
    statuses.push((await post(jobsPath, body, { headers, agent })).status);
  }
  agent.destroy();
  expect(statuses).toEqual([200, 401, 200, 415, 200]);
  expect(sockets.size).toBe(1);
});

it('a sender that sends too much without a Content-Length is answered 413 while it is still sending', async () => {
  const piece = Buffer.alloc(1 << 20, ' ');
  const outgoing = begin(running.url, jobsPath, {});
  const answered = once(outgoing, 'response');
  let status = 0;
  outgoing.once('response', ({ statusCode }) => {
    status = statusCode ?? 0;
  });
  while (status === 0) {
    if (!outgoing.write(piece)) await Promise.race([once(outgoing, 'drain'), answered]);
  }
  outgoing.on('error', () => undefined).destroy();
  expect(status).toBe(413);
});

it('a sender that asks to close gets its rejection before it has sent the whole body', async () => {
  const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
  const head = `POST ${jobsPath} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 1000000\r\n\r\n`;
  socket.write(head);
  socket.write('{');
  const [first] = await once(socket.setEncoding('latin1'), 'data');
  expect(first).toMatch(/^HTTP\/1\.1 401 /);
  socket.end(' '.repeat(999_999));
  expect(await new Promise((resolve) => socket.once('close', resolve))).toBe(false);
});

it.each(['evil.example', 'localhost.evil.example:80', '127.0.0.1.nip.io', '127.1', '10.0.0.1:8787', '[::2]'])(
  'a request for the host %s is answered 421, whatever its token',
  async (host) => {
    const reply = await post(jobsPath, jobBody, { headers: { host } });
    expect(reply).toMatchObject({ status: 421, json: { detail: expect.stringContaining('localhost') } });
  },
);

it.each(['localhost', 'LocalHost:1', '127.0.0.1', '127.0.0.1:65535', '[::1]:8787'])(
  'a request for the host %s is accepted',
  async (host) => {
    expect((await post(jobsPath, jobBody, { headers: { host } })).status).toBe(200);
  },
);

describe('unfinished bodies', () => {
  it('are answered 503 beyond 128 MiB in total, until their senders disconnect', async () => {
    const stalled = Array.from({ length: 4 }, () =>
      begin(running.url, jobsPath, { headers: { 'content-length': String(60 << 20) } }),
    );
    const rejected = stalled.map(async (outgoing) => {
      const [response] = await once(
        outgoing.on('error', () => undefined),
        'response',
      );
      return response;
    });
    for (const outgoing of stalled) outgoing.write(Buffer.alloc(50 << 20, ' '));
    const response = await Promise.race(rejected);
    expect(response).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } });
    for (const outgoing of stalled) outgoing.destroy();
    let status = 0;
    while (status !== 200) status = (await post(jobsPath, jobBody.padEnd(60 << 20))).status;
  });

  it('of many tiny chunks are answered 503, because they need much more memory than their size', async () => {
    const outgoing = begin(running.url, jobsPath, {});
    const response = once(
      outgoing.on('error', () => undefined),
      'response',
    );
    const socket = await new Promise<Socket>((resolve) => outgoing.once('socket', resolve));
    outgoing.flushHeaders();
    if (socket.connecting) await once(socket, 'connect');
    const pieces = Buffer.from('1\r\n \r\n'.repeat(10_000));
    let answered = false;
    const isAnswered = response.then(() => {
      answered = true;
    });
    while (!answered) if (!socket.write(pieces)) await Promise.race([once(socket, 'drain'), isAnswered]);
    outgoing.destroy();
    expect((await response)[0].statusCode).toBe(503);
  });
});

it('a sender that expects 100 Continue gets it if its head is valid', async () => {
  const outgoing = begin(running.url, jobsPath, {
    headers: { expect: '100-continue', 'content-length': String(jobBody.length) },
  });
  outgoing.flushHeaders();
  await once(outgoing, 'continue');
  outgoing.end(jobBody);
  const [response] = await once(outgoing, 'response');
  response.resume();
  expect(response.statusCode).toBe(200);
});

it('a sender that disconnects inside the body leaves nothing behind', async () => {
  const before = readdirSync(join(data, 'training-jobs')).length;
  const outgoing = begin(running.url, jobsPath, { headers: { 'content-length': '100000' } });
  outgoing.on('error', () => undefined);
  await new Promise((resolve) => outgoing.write(jobBody, resolve));
  outgoing.destroy();
  expect((await post(jobsPath, jobBody)).status).toBe(200);
  expect(readdirSync(join(data, 'training-jobs'))).toHaveLength(before + 1);
});

it('a sender that sends a byte at a time is served and does not delay others', async () => {
  const body = logBody('drops', emptyGroup);
  const slow = begin(running.url, logPath('slow'), { headers: { 'content-length': String(body.length) } });
  const answered = once(slow, 'response');
  for (const byte of body.slice(0, -1)) await new Promise((resolve) => slow.write(byte, resolve));
  expect((await post(logPath('quick'), logBody('train', emptyGroup))).status).toBe(200);
  slow.end(body.slice(-1));
  const [response] = await answered;
  response.resume();
  expect(response.statusCode).toBe(200);
  expect(readFileSync(join(data, 'models', 'slow', 'drops.trajectories.jsonl'), 'utf8')).toBe(
    `${emptyGroup}\n`,
  );
});

it('a sender that does not speak HTTP is answered 400', async () => {
  const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
  socket.end('hello\r\n\r\n');
  const [first] = await once(socket.setEncoding('latin1'), 'data');
  expect(first).toMatch(/^HTTP\/1\.1 400 /);
});
