import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { findPriorSends } from '../../send/journal/priorSends';
import type { Operation, Outcome } from '../../send/outcome';
import { hiddenText } from '../../send/response/hideToken';
import { submit } from '../../send/submit';
import { canary, portsWith, submissionTo, temporaryJournal } from '../send/submissions';
import { httpResponse, type RawServer, rawServer } from './rawServer';
import { expectWords } from './words';

const uuid = '3f2a1b9c-0d4e-4f6a-8b7c-1d2e3f4a5b6c';
const job = `{"id": "${uuid}", "created": 1}`;
const page = '<!DOCTYPE html><html><h1>Bad Gateway</h1><script>alert(1)</script></html>';

interface Row {
  readonly name: string;
  readonly bytes: string | Buffer;
  readonly operation?: Operation;
  readonly expected: Partial<Record<string, unknown>> & { readonly status: Outcome['status'] };
  /** Part of the message. */
  readonly says: string;
  /** The number of validation errors in the response, if checked. */
  readonly errors?: number;
}

const compressors = {
  gzip: gzipSync,
  'X-GZIP': gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  zstd: (text: string) => Buffer.from(text),
  constructor: (text: string) => Buffer.from(text),
};

function compressed(status: string, body: string, encoding: keyof typeof compressors = 'gzip'): Buffer {
  const bytes = compressors[encoding](body);
  const head = `HTTP/1.1 ${status}\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${bytes.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes]);
}

function chunked(status: string, body: string): string {
  const chunks = body.match(/.{1,7}/gs)?.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`) ?? [];
  return `HTTP/1.1 ${status}\r\nTransfer-Encoding: chunked\r\n\r\n${chunks.join('')}0\r\n\r\n`;
}

/** An undocumented success status: no job is claimed, and the user is asked before the next send. */
const noJob = { status: 'unknown', reason: 'unexpected-answer' } as const;
const noJobId = 'response has no job id. It says: ';
const created = `Training job ${uuid} was created.`;
const elsewhere = 'Nothing was sent there. If that URL is correct, set it as the service URL.';

const rows: readonly Row[] = [
  {
    name: 'a job',
    bytes: httpResponse('201 Created', job),
    expected: { status: 'accepted', jobId: uuid },
    says: created,
  },
  {
    name: 'a job with status 200',
    bytes: httpResponse('200 OK', job),
    expected: { status: 'accepted', jobId: uuid },
    says: created,
  },
  {
    name: 'a job after long headers',
    bytes: httpResponse('201 Created', job, [`Content-Security-Policy: ${'x'.repeat(40_000)}`]),
    expected: { status: 'accepted', jobId: uuid },
    says: created,
  },
  {
    name: 'a job in chunks',
    bytes: chunked('201 Created', job),
    expected: { status: 'accepted', jobId: uuid },
    says: created,
  },
  ...(['gzip', 'X-GZIP', 'deflate', 'br'] as const).map(
    (encoding): Row => ({
      name: `a job with unrequested ${encoding} compression`,
      bytes: compressed('201 Created', job, encoding),
      expected: { status: 'accepted', jobId: uuid },
      says: created,
    }),
  ),
  {
    name: 'a job with an empty Content-Encoding',
    bytes: httpResponse('201 Created', job, ['Content-Encoding:']),
    expected: { status: 'accepted', jobId: uuid },
    says: created,
  },
  {
    name: 'a job with an unknown compression',
    bytes: compressed('201 Created', job, 'zstd'),
    expected: { status: 'unknown', reason: 'unexpected-answer' },
    says: 'with something that is not a training job.',
  },
  {
    name: 'a job whose compression is the name of a JavaScript property',
    bytes: compressed('201 Created', job, 'constructor'),
    expected: { status: 'unknown', reason: 'unexpected-answer' },
    says: 'with something that is not a training job.',
  },
  {
    name: 'an uncompressed job that claims to be compressed',
    bytes: httpResponse('201 Created', job, ['Content-Encoding: gzip']),
    expected: { status: 'unknown', reason: 'unexpected-answer' },
    says: 'with something that is not a training job.',
  },
  {
    name: 'a compressed bomb',
    bytes: compressed('201 Created', job + ' '.repeat(64_000_000)),
    expected: { status: 'unknown', reason: 'unexpected-answer' },
    says: 'with something that is not a training job.',
  },
  {
    name: 'a compressed job that is cut off',
    bytes: compressed('201 Created', job).subarray(0, -1),
    expected: { status: 'unknown', reason: 'incomplete-answer' },
    says: 'response was truncated. Status 201.',
  },
  {
    name: 'a compressed body to a log that is cut off',
    operation: 'log',
    bytes: compressed('200 OK', '{}').subarray(0, -1),
    expected: { status: 'unknown', reason: 'incomplete-answer' },
    says: 'response was truncated. Status 200.',
  },
  {
    name: 'a body to a log that is cut off',
    operation: 'log',
    bytes: httpResponse('200 OK', '{}').slice(0, -1),
    expected: { status: 'unknown', reason: 'incomplete-answer' },
    says: 'response was truncated. Status 200.',
  },
  {
    name: 'a job followed by more spaces than are read',
    bytes: httpResponse('201 Created', job + ' '.repeat(2_000_000)),
    expected: { status: 'unknown', reason: 'unexpected-answer' },
    says: 'with something that is not a training job.',
  },
  {
    name: 'a 2xx without an id',
    bytes: httpResponse('200 OK', '{"job": 1}'),
    expected: { ...noJob, answer: '{"job": 1}' },
    says: `${noJobId}“{"job": 1}”. Status 200.`,
  },
  {
    name: 'a 2xx with an id that is not a UUID',
    bytes: httpResponse('200 OK', '{"id": "[x](command:y)"}'),
    expected: noJob,
    says: `${noJobId}“{"id": "[x] (command:y)"}”. Status 200.`,
  },
  {
    name: 'a 2xx with a number as id',
    bytes: httpResponse('200 OK', '{"id": 7}'),
    expected: noJob,
    says: `${noJobId}“{"id": 7}”`,
  },
  {
    name: 'a 2xx with another id deeper in the job',
    bytes: httpResponse('200 OK', `{"id": "${uuid}", "model": {"id": "x"}, "note": "\\"id\\": 1"}`),
    expected: { status: 'accepted', jobId: uuid },
    says: created,
  },
  {
    name: 'a 2xx with an error as some gateways send it',
    bytes: httpResponse('200 OK', '{"error": "quota exceeded"}'),
    expected: noJob,
    says: `${noJobId}“{"error": "quota exceeded"}”.`,
  },
  {
    name: 'a 2xx with a list of jobs',
    bytes: httpResponse('200 OK', `[${job}]`),
    expected: { status: 'unknown', reason: 'unexpected-answer' },
    says: 'with something that is not a training job.',
  },
  {
    name: 'a 2xx that is a web page',
    bytes: httpResponse('200 OK', page, ['Content-Type: text/html']),
    expected: { status: 'unknown', reason: 'unexpected-answer' },
    says: 'with something that is not a training job.',
  },
  {
    name: 'an empty 2xx to a training job',
    bytes: httpResponse('204 No Content').replace(/Content-Length.*\r\n/, ''),
    expected: { status: 'unknown', reason: 'unexpected-answer' },
    says: 'with something that is not a training job. Status 204.',
  },
  {
    name: 'an endless 2xx',
    bytes: httpResponse('201 Created', `{"id": "${uuid}", "x": "${'y'.repeat(2_000_000)}"}`),
    expected: { status: 'unknown', reason: 'unexpected-answer' },
    says: 'with something that is not a training job.',
  },
  {
    name: 'a 2xx that is not UTF-8',
    bytes: Buffer.concat([
      Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n'),
      Buffer.from([0xff, 0xfe, 0, 0x80]),
    ]),
    expected: { status: 'unknown', reason: 'unexpected-answer' },
    says: 'with something that is not a training job.',
  },
  {
    name: 'an empty 200 to a log',
    operation: 'log',
    bytes: httpResponse('200 OK'),
    expected: { status: 'logged' },
    says: 'The trajectories were logged.',
  },
  ...(
    [
      ['log', 'The service responded with errors in the request. Status 200.'],
      ['train', noJobId],
    ] as const
  ).map(
    ([operation, says]): Row => ({
      name: `validation errors with status 200 to ${operation}`,
      operation,
      bytes: httpResponse('200 OK', '{"detail": [{"loc": ["body"], "msg": "Bad split", "type": "x"}]}'),
      expected: noJob,
      says,
      errors: 1,
    }),
  ),
  {
    name: 'any JSON to a log',
    operation: 'log',
    bytes: httpResponse('202 OK', '[1]'),
    expected: { status: 'logged' },
    says: 'The trajectories were logged.',
  },
  {
    name: 'a web page such as a login to a log',
    operation: 'log',
    bytes: httpResponse('200 OK', page),
    expected: { status: 'unknown', reason: 'unexpected-answer' },
    says: 'The service responded with a web page. Status 200.',
  },
  ...['300', '301', '302', '303', '304'].map(
    (status): Row => ({
      name: `a ${status} redirect that leaves the outcome open`,
      bytes: httpResponse(`${status} Elsewhere`, '', ['Location: https://evil.example/[x](command:y)']),
      expected: { status: 'unknown', reason: 'redirect' },
      says: `The service redirects to https://evil.example/[x] (command:y). ${elsewhere} Status ${status}.`,
    }),
  ),
  {
    name: 'a redirect without a location',
    bytes: httpResponse('302 Found'),
    expected: { status: 'unknown', reason: 'redirect' },
    says: 'The service redirects, but does not say where.',
  },
  ...['307', '308'].map(
    (status): Row => ({
      name: `a ${status} redirect that asks for the request elsewhere`,
      bytes: httpResponse(`${status} Elsewhere`, '', ['Location: /v1/preview/training-jobs/']),
      expected: { status: 'rejected' },
      says: `The service redirects to /v1/preview/training-jobs/. ${elsewhere} Status ${status}.`,
    }),
  ),
  {
    name: '401 with a reason',
    bytes: httpResponse('401 Unauthorized', '{"detail": "Not authenticated"}'),
    expected: { status: 'rejected', httpStatus: 401 },
    says: 'The service does not accept the access token. Set it again. It says: “Not authenticated”. Status 401.',
  },
  {
    name: '401 with a blank reason',
    bytes: httpResponse('401 Unauthorized', '{"detail": "  "}'),
    expected: { status: 'rejected', httpStatus: 401 },
    says: 'The service does not accept the access token. Set it again. Status 401.',
  },
  ...(
    [
      ['400', 'The service did not accept the request.'],
      ['403', 'The service does not allow this.'],
      ['404', 'The service does not know this URL. Check the model id and the service URL.'],
      ['405', 'The service does not accept this request at this URL.'],
      ['408', 'The service timed out waiting for the request.'],
      ['409', 'The service reports a conflict.'],
      ['413', 'The request is too large for the service.'],
      ['415', 'The service does not accept JSON at this URL.'],
      ['418', 'The service did not accept the request.'],
      ['422', 'The service found the request invalid.'],
    ] as const
  ).map(
    ([status, says]): Row => ({
      name: `${status} without a body`,
      bytes: httpResponse(`${status} No`),
      expected: { status: 'rejected', httpStatus: Number(status), problemCount: 0 },
      says,
    }),
  ),
  {
    name: '500 with a list of errors that may be about its own response',
    bytes: httpResponse(
      '500 Internal Server Error',
      '{"detail": [{"loc": ["response", "id"], "msg": "Field required", "type": "missing"}]}',
    ),
    expected: { status: 'unknown', reason: 'server-error' },
    says: 'The service failed while it handled the request. Status 500.',
    errors: 1,
  },
  {
    name: '500 with a reason',
    bytes: httpResponse('500 Internal Server Error', '{"detail": "out of disk"}'),
    expected: { status: 'unknown', reason: 'server-error' },
    says: 'The service failed while it handled the request. It says: “out of disk”. Status 500.',
  },
  {
    name: '502 with a web page',
    bytes: httpResponse('502 Bad Gateway', page, ['Content-Type: text/html']),
    expected: { status: 'unknown', reason: 'server-error', answer: expect.stringContaining('<h1>') },
    says: 'A gateway received an invalid response from the service. Status 502.',
  },
  {
    name: '503 from a proxy that may have forwarded the request',
    bytes: httpResponse('503 Service Unavailable'),
    expected: { status: 'unknown', reason: 'server-error' },
    says: 'The service is not available at the moment. Status 503.',
  },
  {
    name: '504',
    bytes: httpResponse('504 Gateway Timeout'),
    expected: { status: 'unknown', reason: 'server-error' },
    says: 'A gateway got no response from the service in time. Status 504.',
  },
  {
    name: 'the undefined status 599',
    bytes: httpResponse('599 Whatever'),
    expected: { status: 'unknown', reason: 'server-error' },
    says: 'The service failed. Status 599.',
  },
];

let server: RawServer | null = null;
let journal: Awaited<ReturnType<typeof temporaryJournal>> | null = null;

afterEach(async () => {
  await server?.close();
  await journal?.remove();
});

describe('a response', () => {
  for (const { name, bytes, operation = 'train', expected, says, errors } of rows) {
    it(`of ${name} counts as ${expected.status}`, async () => {
      server = await rawServer(async ({ socket, request }) => {
        await request;
        socket.end(bytes);
      });
      journal = await temporaryJournal();
      const submission = await submissionTo(`http://127.0.0.1:${server.port}`, { operation });
      const result = await submit(submission, portsWith(journal.journal));
      const { outcome } = result;
      expectWords(result, says);
      expect(outcome).toMatchObject(expected);
      if (errors !== undefined) expect(result.errors).toHaveLength(errors);
      expect(server.deliveries()).toBe(1);
      const records = await journal.journal.follow().read();
      expect(records.map(({ state }) => state)).toEqual(['prepared', 'sent', expected.status]);
      expect(records.at(-1)).toMatchObject({ outcome: JSON.parse(JSON.stringify(outcome)) });
      expect(JSON.stringify(records)).not.toContain(canary);
      expect(JSON.stringify(outcome).length).toBeLessThan(2000);
      // Only after a rejection is the same body sent again without asking.
      const { earlier } = await findPriorSends(journal.journal.follow(), submission);
      expect(earlier).toHaveLength(expected.status === 'rejected' ? 0 : 1);
    });
  }

  it('with the access token for an id has no job id', async () => {
    server = await rawServer(async ({ socket, request }) => {
      await request;
      socket.end(httpResponse('201 Created', job));
    });
    journal = await temporaryJournal();
    const submission = await submissionTo(`http://127.0.0.1:${server.port}`);
    const ports = portsWith(journal.journal, { readToken: async () => uuid });
    const { outcome } = await submit(submission, ports);
    expect(outcome).toMatchObject({ ...noJob, answer: hiddenText });
    expect(JSON.stringify([outcome, await journal.journal.follow().read()])).not.toContain(uuid);
  });

  it('is read only up to its first megabyte', async () => {
    let sent = 0;
    let gone: () => void = () => {};
    const closed = new Promise<void>((resolve) => (gone = resolve));
    server = await rawServer(async ({ socket, request }) => {
      await request;
      socket.on('close', gone);
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const more = () => {
        while (!socket.destroyed && socket.write('x'.repeat(65_536))) sent += 65_536;
      };
      socket.on('drain', more);
      more();
    });
    journal = await temporaryJournal();
    const submission = await submissionTo(`http://127.0.0.1:${server.port}`);
    const { outcome } = await submit(submission, portsWith(journal.journal));
    await closed;
    expect(outcome).toMatchObject({ status: 'unknown', answer: expect.stringMatching(/^x{500}…$/) });
    // Includes the socket buffers of both sides.
    expect(sent).toBeLessThan(30_000_000);
  });
});
