import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Outcome } from '../../client/submit/outcome';
import { type SubmitPorts, submit } from '../../client/submit/submit';
import { canary, portsWith, submissionTo, temporaryJournal } from '../submit/submissions';
import { answer, type Conversation, type RawServer, rawServer } from './rawServer';
import { expectWords } from './words';

// Sockets and processes take their time on a busy machine; no test depends on how long.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const job = '{"id": "3f2a1b9c-0d4e-4f6a-8b7c-1d2e3f4a5b6c"}';
/** Larger than what the sockets of both sides hold, so that a reader that stops stops the writer. */
const large = `{"trajectory_groups": ["${'x'.repeat(24_000_000)}"]}`;
const short = { connect: 10_000, idle: 400, whole: 20_000 };

interface Row {
  readonly name: string;
  readonly script: (conversation: Conversation) => void | Promise<void>;
  readonly status: Outcome['status'];
  readonly reason?: string;
  readonly deliveries: number;
  readonly text?: string;
  readonly limits?: SubmitPorts['limits'];
}

/** Never answers. */
const silence = () => {};

const rows: readonly Row[] = [
  {
    name: 'a close at the first byte',
    script: ({ socket }) => void socket.once('data', () => socket.destroy()),
    status: 'unknown',
    reason: 'connection-lost',
    deliveries: 1,
    text: large,
  },
  {
    name: 'a reset at the first byte',
    script: ({ socket }) => void socket.once('data', () => socket.resetAndDestroy()),
    status: 'unknown',
    reason: 'connection-lost',
    deliveries: 1,
    text: large,
  },
  {
    name: 'a reset after the head, inside the body',
    script: async ({ socket, head }) => {
      await head;
      socket.resetAndDestroy();
    },
    status: 'unknown',
    reason: 'connection-lost',
    deliveries: 1,
    text: large,
  },
  {
    name: 'a close after the head, inside the body',
    script: async ({ socket, head }) => {
      await head;
      socket.end();
      socket.destroy();
    },
    status: 'unknown',
    reason: 'connection-lost',
    deliveries: 1,
    text: large,
  },
  {
    name: 'a reset after the whole request',
    script: async ({ socket, request }) => {
      await request;
      socket.resetAndDestroy();
    },
    status: 'unknown',
    reason: 'connection-lost',
    deliveries: 1,
  },
  {
    name: 'a close after the whole request',
    script: async ({ socket, request }) => {
      await request;
      socket.end();
    },
    status: 'unknown',
    reason: 'connection-lost',
    deliveries: 1,
  },
  {
    name: 'a close inside the head of the answer',
    script: async ({ socket, request }) => {
      await request;
      socket.end('HTTP/1.1 201 Crea');
    },
    status: 'unknown',
    reason: 'connection-lost',
    deliveries: 1,
  },
  {
    name: 'a reset inside the head of the answer',
    script: async ({ socket, request }) => {
      await request;
      socket.write('HTTP/1.1 201 Crea', () => socket.resetAndDestroy());
    },
    status: 'unknown',
    reason: 'connection-lost',
    deliveries: 1,
  },
  {
    name: 'a close inside the body of the answer',
    script: async ({ socket, request }) => {
      await request;
      socket.end(answer('201 Created', job).slice(0, -10));
    },
    status: 'unknown',
    reason: 'incomplete-answer',
    deliveries: 1,
  },
  {
    name: 'a reset inside the body of the answer',
    script: async ({ socket, request }) => {
      await request;
      socket.write(answer('201 Created', job).slice(0, -10), () => socket.resetAndDestroy());
    },
    status: 'unknown',
    reason: 'incomplete-answer',
    deliveries: 1,
  },
  {
    name: 'silence while the body should be read',
    script: ({ socket }) => void socket.pause(),
    status: 'unknown',
    reason: 'idle-timeout',
    deliveries: 0,
    text: large,
    limits: short,
  },
  {
    name: 'silence after the whole request',
    script: silence,
    status: 'unknown',
    reason: 'idle-timeout',
    deliveries: 1,
    limits: short,
  },
  {
    name: 'silence inside the head of the answer',
    script: async ({ socket, request }) => {
      await request;
      socket.write('HTTP/1.1 201 Crea');
    },
    status: 'unknown',
    reason: 'idle-timeout',
    deliveries: 1,
    limits: short,
  },
  {
    name: 'silence inside the body of the answer',
    script: async ({ socket, request }) => {
      await request;
      socket.write(answer('201 Created', job).slice(0, -10));
    },
    status: 'unknown',
    reason: 'incomplete-answer',
    deliveries: 1,
    limits: short,
  },
  {
    name: 'an answer that drips for longer than the whole request may take',
    script: async ({ socket, request }) => {
      await request;
      const drip = setInterval(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 40);
      socket.on('close', () => clearInterval(drip));
    },
    status: 'unknown',
    reason: 'whole-timeout',
    deliveries: 1,
    limits: { connect: 10_000, idle: 10_000, whole: 1_500 },
  },
  {
    name: 'a reader that takes its time and then answers',
    script: async ({ socket, request }) => {
      const slow = setInterval(() => {
        socket.pause();
        setImmediate(() => socket.resume());
      }, 5);
      await request;
      clearInterval(slow);
      socket.end(answer('201 Created', job));
    },
    status: 'accepted',
    deliveries: 1,
    text: large,
  },
  {
    name: 'a writer that sends its answer byte by byte',
    script: async ({ socket, request }) => {
      await request;
      for (const byte of answer('201 Created', job)) {
        socket.write(byte);
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
      socket.end();
    },
    status: 'accepted',
    deliveries: 1,
  },
  {
    name: '100 Continue before the answer',
    script: async ({ socket, request }) => {
      await request;
      socket.end(`HTTP/1.1 100 Continue\r\n\r\n${answer('201 Created', job)}`);
    },
    status: 'accepted',
    deliveries: 1,
  },
  {
    name: 'an answer that is not HTTP',
    script: async ({ socket, request }) => {
      await request;
      socket.end('SSH-2.0-OpenSSH_9.6\r\n');
    },
    status: 'unknown',
    reason: 'unexpected-answer',
    deliveries: 1,
  },
  {
    name: 'an answer with more headers than anyone reads',
    script: async ({ socket, request }) => {
      await request;
      socket.end(answer('201 Created', job, [`X-Filler: ${'x'.repeat(100_000)}`]));
    },
    status: 'unknown',
    reason: 'unexpected-answer',
    deliveries: 1,
  },
  {
    name: 'a success while the body is still on its way, which cannot be one',
    script: async ({ socket, head }) => {
      await head;
      socket.write(answer('201 Created', job));
    },
    status: 'unknown',
    reason: 'unexpected-answer',
    deliveries: 1,
    text: large,
  },
  {
    name: 'a refusal while the body is still on its way',
    script: async ({ socket, head }) => {
      await head;
      socket.write(answer('413 Content Too Large'));
    },
    status: 'rejected',
    deliveries: 1,
    text: large,
  },
];

let server: RawServer | null = null;
let journal: Awaited<ReturnType<typeof temporaryJournal>> | null = null;

afterEach(async () => {
  await server?.close();
  await journal?.remove();
});

describe('a large body', () => {
  it('waits for a reader that has stopped, and is never in memory a second time', async () => {
    server = await rawServer(({ socket }) => void socket.pause());
    journal = await temporaryJournal();
    const submission = await submissionTo(`http://127.0.0.1:${server.port}`, { text: large });
    const before = process.memoryUsage().arrayBuffers;
    let sent = 0;
    let most = 0;
    const onProgress = (bytes: number) => {
      sent = bytes;
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    };
    const { outcome } = await submit(submission, portsWith(journal.journal, { limits: short, onProgress }));
    expect(outcome).toMatchObject({ status: 'unknown', reason: 'idle-timeout' });
    expect(sent).toBeLessThan(submission.measure.bytes / 2);
    expect(most).toBeLessThan(submission.measure.bytes / 2);
  });
});

describe('one confirmation is at most one delivery', () => {
  for (const row of rows) {
    it(`${row.name}: ${row.status}`, async () => {
      server = await rawServer(row.script);
      journal = await temporaryJournal();
      const submission = await submissionTo(
        `http://127.0.0.1:${server.port}`,
        row.text ? { text: row.text } : {},
      );
      const result = await submit(
        submission,
        portsWith(journal.journal, row.limits ? { limits: row.limits } : {}),
      );
      const { outcome } = result;
      expectWords(result);
      expect(outcome).toMatchObject({ status: row.status, ...(row.reason ? { reason: row.reason } : {}) });
      expect(server.deliveries()).toBe(row.deliveries);
      expect(server.connections()).toBe(1);
      const states = (await journal.journal.read()).map(({ state }) => state);
      expect(states).toEqual(['prepared', 'sent', row.status]);
      expect(JSON.stringify([outcome, await journal.journal.read()])).not.toContain(canary);
    });
  }
});
