import { channel } from 'node:diagnostics_channel';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Outcome } from '../../send/outcome';
import { hiddenText } from '../../send/response/hideToken';
import { type SubmitPorts, submit } from '../../send/submit';
import { canary, portsWith, submissionTo, temporaryJournal } from '../send/submissions';
import { type Conversation, httpResponse, type RawServer, rawServer } from './rawServer';
import { never, passTime, restoreClock, stopClock } from './stoppedClock';
import { expectWords } from './words';

const job = '{"id": "3f2a1b9c-0d4e-4f6a-8b7c-1d2e3f4a5b6c"}';
/** Larger than the socket buffers of both sides, so that a stalled reader stalls the writer. */
const large = `{"trajectory_groups": ["${'x'.repeat(24_000_000)}"]}`;
const minutes = 5 * 60_000;
/** For a stopped clock. */
const idleOnly = { connect: never, idle: 2_000, whole: never };

interface Row {
  readonly name: string;
  readonly script: (conversation: Conversation) => void | Promise<void>;
  readonly status: Outcome['status'];
  readonly reason?: string;
  /** Further fields of the outcome. */
  readonly holds?: { readonly httpStatus: number; readonly answer: string };
  /** Part of the message. */
  readonly says: string;
  /** Number of requests that arrived; 1 by default. */
  readonly deliveries?: number;
  readonly text?: string;
  readonly limits?: SubmitPorts['limits'];
  /** Time passes for the request only when the script lets it. */
  readonly clockStandsStill?: boolean;
  /** Called when the system has accepted a part of the body. */
  readonly onProgress?: () => void;
}

type Ending = Pick<Row, 'status' | 'reason' | 'says' | 'deliveries'>;

const accepted: Ending = {
  status: 'accepted',
  says: 'Training job 3f2a1b9c-0d4e-4f6a-8b7c-1d2e3f4a5b6c was created.',
};
const unreachable: Ending = {
  status: 'failed',
  reason: 'unreachable',
  says: 'The service could not be reached',
  deliveries: 0,
};
const lost: Ending = {
  status: 'unknown',
  reason: 'connection-lost',
  says: 'The connection was lost before a response arrived',
};
const silent: Ending = {
  status: 'unknown',
  reason: 'idle-timeout',
  says: 'No progress was seen within 2 seconds.',
};
const brokenOff: Ending = {
  status: 'unknown',
  reason: 'incomplete-answer',
  says: 'response was truncated. Status 201.',
};
const notHttp: Ending = { status: 'unknown', reason: 'unexpected-answer', says: 'The response is not HTTP' };

const rows: readonly Row[] = [
  {
    name: 'a close right after the connection is accepted',
    script: ({ socket }) => void socket.destroy(),
    ...unreachable,
  },
  {
    name: 'a reset right after the connection is accepted',
    script: ({ socket }) => void socket.resetAndDestroy(),
    ...unreachable,
  },
  {
    name: 'a close at the first byte',
    script: ({ socket }) => void socket.once('data', () => socket.destroy()),
    ...lost,
    text: large,
  },
  {
    name: 'a reset at the first byte',
    script: ({ socket }) => void socket.once('data', () => socket.resetAndDestroy()),
    ...lost,
    text: large,
  },
  {
    name: 'a reset after the head, inside the body',
    script: async ({ socket, head }) => {
      await head;
      socket.resetAndDestroy();
    },
    ...lost,
    text: large,
  },
  {
    name: 'a close after the head, inside the body',
    script: async ({ socket, head }) => {
      await head;
      socket.end();
      socket.destroy();
    },
    ...lost,
    text: large,
  },
  {
    name: 'a reset after the whole request',
    script: async ({ socket, request }) => {
      await request;
      socket.resetAndDestroy();
    },
    ...lost,
  },
  {
    name: 'a close after the whole request',
    script: async ({ socket, request }) => {
      await request;
      socket.end();
    },
    ...lost,
  },
  {
    name: 'a close inside the response head',
    script: async ({ socket, request }) => {
      await request;
      socket.end('HTTP/1.1 201 Crea');
    },
    ...lost,
  },
  {
    name: 'a reset inside the response head',
    script: async ({ socket, request }) => {
      await request;
      socket.write('HTTP/1.1 201 Crea', () => socket.resetAndDestroy());
    },
    ...lost,
  },
  {
    name: 'a close inside the response body',
    script: async ({ socket, request }) => {
      await request;
      socket.end(httpResponse('201 Created', job).slice(0, -10));
    },
    ...brokenOff,
  },
  {
    name: 'a reset inside the response body',
    script: async ({ socket, request }) => {
      await request;
      socket.write(httpResponse('201 Created', job).slice(0, -10), () => socket.resetAndDestroy());
    },
    ...brokenOff,
  },
  {
    name: 'silence without reading the body',
    script: ({ socket }) => void socket.pause(),
    ...silent,
    deliveries: 0,
    text: large,
    limits: idleOnly,
    clockStandsStill: true,
    onProgress: passTime,
  },
  {
    name: 'silence after the whole request',
    script: async ({ request }) => {
      await request;
      passTime();
    },
    ...silent,
    limits: idleOnly,
    clockStandsStill: true,
  },
  {
    name: 'silence inside the response head',
    script: async ({ socket, request }) => {
      await request;
      socket.write('HTTP/1.1 201 Crea');
      passTime();
    },
    ...silent,
    limits: idleOnly,
    clockStandsStill: true,
  },
  {
    name: 'silence inside the response body',
    script: async ({ socket, request }) => {
      await request;
      const head = responseHead();
      socket.write(httpResponse('201 Created', job).slice(0, -10));
      await head;
      passTime();
    },
    ...brokenOff,
    limits: idleOnly,
    clockStandsStill: true,
  },
  {
    name: 'a response that drips for longer than the limit of the whole request',
    script: async ({ socket, request }) => {
      await request;
      const drip = setInterval(() => {
        socket.write('HTTP/1.1 100 Continue\r\n\r\n');
        vi.advanceTimersByTime(1_000);
      });
      socket.on('close', () => clearInterval(drip));
    },
    status: 'unknown',
    reason: 'whole-timeout',
    says: 'No response arrived within 300 seconds.',
    limits: { connect: minutes, idle: 2 * minutes, whole: minutes },
    clockStandsStill: true,
  },
  {
    name: 'a slow reader that responds',
    script: async ({ socket, request }) => {
      const slow = setInterval(() => {
        socket.pause();
        setImmediate(() => socket.resume());
      }, 5);
      await request;
      clearInterval(slow);
      socket.end(httpResponse('201 Created', job));
    },
    ...accepted,
    text: large,
  },
  {
    name: 'a response that is sent byte by byte',
    script: async ({ socket, request }) => {
      await request;
      for (const byte of httpResponse('201 Created', job)) {
        socket.write(byte);
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
      socket.end();
    },
    ...accepted,
  },
  {
    name: '100 Continue before the response',
    script: async ({ socket, request }) => {
      await request;
      socket.end(`HTTP/1.1 100 Continue\r\n\r\n${httpResponse('201 Created', job)}`);
    },
    ...accepted,
  },
  {
    name: 'a close right after the complete response',
    script: async ({ socket, request }) => {
      await request;
      socket.write(httpResponse('201 Created', job), () => socket.destroy());
    },
    ...accepted,
  },
  {
    name: 'a reset right after the complete response',
    script: async ({ socket, request }) => {
      await request;
      socket.write(httpResponse('201 Created', job), () => socket.resetAndDestroy());
    },
    ...accepted,
  },
  {
    name: 'bytes after the complete response',
    script: async ({ socket, request }) => {
      await request;
      socket.end(httpResponse('201 Created', job) + httpResponse('500 Internal Server Error'));
    },
    ...accepted,
  },
  {
    name: 'a response without a length that ends with the connection',
    script: async ({ socket, request }) => {
      await request;
      socket.end(`HTTP/1.1 201 Created\r\n\r\n${job}`);
    },
    ...accepted,
  },
  {
    name: '100 Continue and nothing more',
    script: async ({ socket, request }) => {
      await request;
      socket.end('HTTP/1.1 100 Continue\r\n\r\n');
    },
    ...lost,
  },
  {
    name: '100 Continue while the body is still being sent',
    script: async ({ socket, head, request }) => {
      await head;
      socket.write('HTTP/1.1 100 Continue\r\n\r\n');
      await request;
      socket.end(httpResponse('201 Created', job));
    },
    ...accepted,
    text: large,
  },
  {
    name: 'an unrequested 101',
    script: async ({ socket, request }) => {
      await request;
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    },
    ...lost,
  },
  {
    name: 'a response that is not HTTP',
    script: async ({ socket, request }) => {
      await request;
      socket.end('SSH-2.0-OpenSSH_9.6\r\n');
    },
    ...notHttp,
  },
  {
    name: 'a response with headers that are too large',
    script: async ({ socket, request }) => {
      await request;
      socket.end(httpResponse('201 Created', job, [`X-Filler: ${'x'.repeat(400_000)}`]));
    },
    ...notHttp,
  },
  {
    name: 'a success that is too early, while the body is still being sent',
    script: async ({ socket, head }) => {
      await head;
      socket.write(httpResponse('201 Created', `${job} Bearer ${canary}`));
    },
    status: 'unknown',
    reason: 'unexpected-answer',
    holds: { httpStatus: 201, answer: hiddenText },
    says: 'responded with status 201 before it had the whole request',
    text: large,
  },
  {
    name: 'a rejection while the body is still being sent',
    script: async ({ socket, head }) => {
      await head;
      socket.write(httpResponse('413 Content Too Large'));
    },
    status: 'rejected',
    says: 'too large for the service. Status 413.',
    text: large,
  },
];

let server: RawServer | null = null;
let journal: Awaited<ReturnType<typeof temporaryJournal>> | null = null;

/** Resolves when a client in this process has received the head of a response. */
function responseHead(): Promise<void> {
  const heads = channel('http.client.response.finish');
  return new Promise((resolve) => {
    const told = (): void => {
      heads.unsubscribe(told);
      resolve();
    };
    heads.subscribe(told);
  });
}

afterEach(async () => {
  restoreClock();
  await server?.close();
  await journal?.remove();
});

describe('one confirmation leads to at most one delivery', () => {
  for (const row of rows) {
    it(`with ${row.name}: ${row.status}`, async () => {
      if (row.clockStandsStill) stopClock();
      server = await rawServer(row.script);
      journal = await temporaryJournal();
      const { text, limits, onProgress } = row;
      const submission = await submissionTo(`http://127.0.0.1:${server.port}`, text ? { text } : {});
      const changes = { ...(limits ? { limits } : {}), ...(onProgress ? { onProgress } : {}) };
      const result = await submit(submission, portsWith(journal.journal, changes));
      const { outcome } = result;
      expectWords(result, row.says);
      expect(outcome).toMatchObject({ status: row.status, ...(row.reason ? { reason: row.reason } : {}) });
      if (row.holds) expect(outcome).toMatchObject(row.holds);
      expect(server.deliveries()).toBe(row.deliveries ?? 1);
      expect(server.connections()).toBe(1);
      const states = (await journal.journal.follow().read()).map(({ state }) => state);
      // A connection that ends before the first byte may end before or after `sent` is recorded.
      if (row.status === 'failed')
        expect(states.filter((state) => state !== 'sent')).toEqual(['prepared', 'failed']);
      else expect(states).toEqual(['prepared', 'sent', row.status]);
      expect(JSON.stringify([outcome, await journal.journal.follow().read()])).not.toContain(canary);
    });
  }
});
