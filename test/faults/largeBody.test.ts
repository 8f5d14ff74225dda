import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SubmitPorts, submit } from '../../send/submit';
import { fileSubmission, portsWith, submissionTo, temporaryJournal } from '../send/submissions';
import { bytesInUse } from './bytesInUse';
import { hashingServer } from './hashingServer';
import { httpResponse } from './rawServer';
import { never, passTime, restoreClock, stopClock } from './stoppedClock';

const job = httpResponse('201 Created', '{"id": "3f2a1b9c-0d4e-4f6a-8b7c-1d2e3f4a5b6c"}');
const megabyte = 1_000_000;

/** As large as the largest document that VS Code shows to extensions. */
const fifty = `{"trajectory_groups": ["${'x'.repeat(50 * megabyte)}"]}`;

let close: () => Promise<unknown>;
let temporary: Awaited<ReturnType<typeof temporaryJournal>>;

beforeEach(async () => {
  temporary = await temporaryJournal();
});
afterEach(async () => {
  restoreClock();
  await close();
  await temporary.remove();
});

/** A server that, unlike those of the other tests, stores nothing it receives. */
async function serverWith(script: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => socket.destroy()));
    script(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers at the last byte, the only one of its value. */
function accept(socket: Socket): void {
  socket.on('data', (chunk) => void (chunk.at(-1) === '}'.charCodeAt(0) && socket.end(job)));
}

interface Sent {
  readonly text?: string;
  readonly onFirstByte?: () => void;
}

/** Sends the text, and samples memory every few chunks. */
async function sendTo(
  url: string,
  { text = fifty, onFirstByte, ...changes }: Partial<SubmitPorts> & Sent = {},
) {
  const submission = await submissionTo(url, { text });
  const before = bytesInUse();
  const progress: number[] = [];
  const growth: number[] = [];
  const onProgress = (bytes: number) => {
    if (progress.push(bytes) === 1) onFirstByte?.();
    if (progress.length % 20 === 1) growth.push(bytesInUse() - before);
  };
  const { outcome } = await submit(submission, portsWith(temporary.journal, { ...changes, onProgress }));
  return { outcome, bytes: submission.digest.bytes, progress, growth };
}

describe('a body of 50 MB', () => {
  it('is never copied in memory as a whole', async () => {
    const { outcome, growth } = await sendTo(await serverWith(accept));
    expect(outcome).toMatchObject({ status: 'accepted' });
    expect(growth.length).toBeGreaterThan(20);
    expect(Math.max(...growth)).toBeLessThan(5 * megabyte);
    const half = growth.length / 2;
    expect(Math.max(...growth.slice(half))).toBeLessThan(Math.max(...growth.slice(0, half)) + megabyte);
  });

  it('waits when the reader stalls', async () => {
    const url = await serverWith((socket) => void socket.pause());
    const limits = { connect: never, idle: 2_000, whole: never };
    stopClock();
    const { outcome, bytes, progress, growth } = await sendTo(url, { limits, onFirstByte: passTime });
    expect(outcome).toMatchObject({ status: 'unknown', reason: 'idle-timeout' });
    // Socket buffers of both sides are not memory of this process.
    expect(progress.at(-1)).toBeLessThan(bytes / 2);
    expect(Math.max(...growth)).toBeLessThan(5 * megabyte);
  });

  it('reports progress in bytes, in small steps, up to the last one', async () => {
    const { bytes, progress } = await sendTo(await serverWith(accept), { text: fifty.slice(-6 * megabyte) });
    const steps = progress.map((sent, index) => sent - (progress[index - 1] ?? 0));
    expect(Math.min(...steps)).toBeGreaterThan(0);
    expect(Math.max(...steps)).toBeLessThan(megabyte / 4);
    expect(progress.at(-1)).toBe(bytes);
  });
});

describe('a body of 60 MB from a file', () => {
  it.each(['as it is', 'lines'] as const)('that is sent %s is never in memory as a whole', async (form) => {
    const folder = mkdtempSync(join(tmpdir(), 'trajectory-disk-'));
    const path = join(folder, 'a.trajectories.jsonl');
    const line = `{"trajectories": [{"metadata": "${'é'.repeat(500)}"}]}\n`;
    writeFileSync(path, line.repeat(Math.ceil((60 * megabyte) / Buffer.byteLength(line))));
    const server = await hashingServer();
    close = server.close;
    const submission = await fileSubmission(server.url, path, form);
    const before = bytesInUse();
    const growth: number[] = [];
    let chunks = 0;
    const onProgress = (): void => {
      if (++chunks % 20 === 1) growth.push(bytesInUse() - before);
    };
    const { outcome } = await submit(submission, portsWith(temporary.journal, { onProgress }));
    expect(outcome).toMatchObject({ status: 'accepted' });
    expect(await server.next()).toEqual({ ...submission.digest, isWhole: true });
    expect(growth.length).toBeGreaterThan(10);
    expect(Math.max(...growth)).toBeLessThan(5 * megabyte);
    rmSync(folder, { recursive: true });
  });
});
