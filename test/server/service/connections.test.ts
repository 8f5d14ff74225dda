import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { type RunningService, useService } from './child';
import { begin, JOBS, logBody, logPath, type Sending, send } from './sending';

const service = useService();
const data = service.folder('data');
let running: RunningService;
beforeAll(async () => {
  running = await service.start(data);
});

const GROUP = '{"trajectories":[]}';
const JOB = '{"model_id": "3f2a1b9c-6f3e-4c0a-9a51-0d6f0a9b8c7d", "trajectory_groups": []}';
const post = (path: string, body: string, more: Sending = {}) => send(running.url, path, { body, ...more });

it('a connection serves one request after the other, also after refusals with a body', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const sockets = new Set<unknown>();
  agent.on('free', (socket) => sockets.add(socket));
  const body = JOB.padEnd(300_000);
  const statuses: number[] = [];
  for (const headers of [{}, { authorization: 'Bearer wrong' }, {}, { 'content-type': 'text/plain' }, {}]) {
    statuses.push((await post(JOBS, body, { headers, agent })).status);
  }
  agent.destroy();
  expect(statuses).toEqual([200, 401, 200, 415, 200]);
  expect(sockets.size).toBe(1);
});

it('a sender that sends too much without saying so is answered 413 while it still sends', async () => {
  const piece = Buffer.alloc(1 << 20, ' ');
  const outgoing = begin(running.url, JOBS, {});
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

it('a sender that announces more than 64 MiB and asks first is answered 413 before it sends them', async () => {
  const headers = { expect: '100-continue', 'content-length': String(64 * 2 ** 20 + 1) };
  const outgoing = begin(running.url, JOBS, { headers });
  outgoing.on('continue', () => outgoing.destroy(new Error('told to go on')));
  outgoing.flushHeaders();
  const [response] = await once(outgoing, 'response');
  expect(response.statusCode).toBe(413);
  outgoing.on('error', () => undefined).destroy();
});

it('a sender gets its refusal although it wants to close and never stops sending', async () => {
  const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
  const head = `POST ${JOBS} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 10000000000\r\n\r\n`;
  const piece = Buffer.alloc(1 << 20);
  socket.write(head);
  socket.write(piece);
  const [first] = await once(socket.setEncoding('latin1'), 'data');
  expect(first).toMatch(/^HTTP\/1\.1 401 /);
  const closed = new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
  while (socket.writable) {
    if (!socket.write(piece))
      await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
  }
  await closed;
  expect(socket.bytesWritten).toBeGreaterThan(64 * 2 ** 20);
});

it('a sender is told to go on when it asks and its head is right', async () => {
  const outgoing = begin(running.url, JOBS, {
    headers: { expect: '100-continue', 'content-length': String(JOB.length) },
  });
  outgoing.flushHeaders();
  await once(outgoing, 'continue');
  outgoing.end(JOB);
  const [response] = await once(outgoing, 'response');
  response.resume();
  expect(response.statusCode).toBe(200);
});

it('a sender that breaks off inside the body leaves nothing behind', async () => {
  const before = readdirSync(join(data, 'training-jobs')).length;
  const outgoing = begin(running.url, JOBS, { headers: { 'content-length': '100000' } });
  outgoing.on('error', () => undefined);
  await new Promise((resolve) => outgoing.write(JOB, resolve));
  outgoing.destroy();
  expect((await post(JOBS, JOB)).status).toBe(200);
  expect(readdirSync(join(data, 'training-jobs'))).toHaveLength(before + 1);
});

it('a sender that sends a byte at a time is served, and holds nobody up', async () => {
  const body = logBody('drops', GROUP);
  const slow = begin(running.url, logPath('slow'), { headers: { 'content-length': String(body.length) } });
  const answered = once(slow, 'response');
  for (const byte of body.slice(0, -1)) await new Promise((resolve) => slow.write(byte, resolve));
  expect((await post(logPath('quick'), logBody('train', GROUP))).status).toBe(200);
  slow.end(body.slice(-1));
  const [response] = await answered;
  response.resume();
  expect(response.statusCode).toBe(200);
  expect(readFileSync(join(data, 'models', 'slow', 'drops.trajectories.jsonl'), 'utf8')).toBe(`${GROUP}\n`);
});

it('a sender that speaks no HTTP is answered 400', async () => {
  const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
  socket.end('hello\r\n\r\n');
  const [first] = await once(socket.setEncoding('latin1'), 'data');
  expect(first).toMatch(/^HTTP\/1\.1 400 /);
});
