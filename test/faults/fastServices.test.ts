import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type SubmitPorts, submit } from '../../send/submit';
import { portsWith, submissionTo, temporaryJournal } from '../send/submissions';
import { patience } from '../vscode/launch.mjs';
import { httpResponse } from './rawServer';
import { authority } from './tlsServer';

// Services in a thread, which answer while this one is busy: all that they do has arrived at its next turn.

const text = `"${'x'.repeat(300_000)}"`;
/** Becomes 1 once the service has answered. */
const flag = new Int32Array(new SharedArrayBuffer(4));
let service: Worker;
let temporary: Awaited<ReturnType<typeof temporaryJournal>>;

beforeEach(async () => {
  flag[0] = 0;
  temporary = await temporaryJournal();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await service.terminate();
  await temporary.remove();
});

/** Starts a program with a server, and returns its port. */
async function start(program: string, data: object): Promise<number> {
  const tell = `const tell = () => { Atomics.store(workerData.flag, 0, 1); Atomics.notify(workerData.flag, 0); };`;
  const listen = `server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;
  const modules = `const { parentPort, workerData } = require('node:worker_threads');`;
  service = new Worker([modules, tell, program, listen].join('\n'), {
    eval: true,
    workerData: { flag, ...data },
  });
  const [port] = await once(service, 'message');
  return port as number;
}

function waitForAnswer(): void {
  Atomics.wait(flag, 0, 0, patience);
}

async function sendTo(url: string, ports: Partial<SubmitPorts> = {}) {
  const submission = await submissionTo(url, { text });
  return (await submit(submission, portsWith(temporary.journal, ports))).outcome;
}

it('A refusal is read, although the service has hung up while more was to be written', async () => {
  const port = await start(
    `const server = require('node:net').createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.pause().write(workerData.refusal, () => socket.destroy()));
      socket.once('close', tell);
    });`,
    { refusal: httpResponse('401 Unauthorized', '{"detail": "Not authenticated"}', ['Connection: close']) },
  );
  const outcome = await sendTo(`http://127.0.0.1:${port}`, { onProgress: waitForAnswer });
  expect(outcome).toMatchObject({ status: 'rejected', httpStatus: 401 });
});

it('A job that is created before TLS tells that the last byte was written is one', async () => {
  const certificate = (name: string) => readFileSync(join(import.meta.dirname, 'certificates', name));
  const port = await start(
    `const server = require('node:tls').createServer(workerData.identity, (socket) => {
      let last = '';
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        last = (last + chunk).slice(-2);
        if (last === 'x"') socket.end(workerData.created, tell);
      });
    });`,
    {
      identity: { key: certificate('valid.key.pem'), cert: certificate('valid.pem') },
      created: httpResponse('201 Created', '{"id": "3f2a1b9c-0d4e-4f6a-8b7c-1d2e3f4a5b6c"}'),
    },
  );
  const { request } = https;
  const trusting = (url: URL, options: https.RequestOptions) =>
    request(url, { ...options, ca: readFileSync(authority) });
  vi.spyOn(https, 'request').mockImplementation(trusting as typeof request);
  const { write } = http.ClientRequest.prototype;
  vi.spyOn(http.ClientRequest.prototype, 'write').mockImplementation(function (
    this: http.ClientRequest,
    chunk: Uint8Array,
    ...more: unknown[]
  ) {
    const result = Reflect.apply(write, this, [chunk, ...more]);
    // Node writes at the end of this tick.
    if (chunk.at(-1) === '"'.charCodeAt(0)) process.nextTick(waitForAnswer);
    return result;
  } as typeof write);
  const outcome = await sendTo(`https://localhost:${port}`);
  expect(outcome).toMatchObject({ status: 'accepted' });
});
