import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Operation, Outcome } from '../../send/outcome';
import { submit } from '../../send/submit';
import { inputs, tellFigure } from '../budget';
import { canary, portsWith, submissionTo, temporaryJournal } from '../send/submissions';
import { type Conversation, httpResponse, rawServer } from './rawServer';

const job = '{"id": "3f2a1b9c-0d4e-4f6a-8b7c-1d2e3f4a5b6c", "created": 1}';
const problems =
  '{"detail": [{"loc": ["body", "model_id"], "msg": "no", "type": "value_error", "input": "x"}]}';
const page = '<!DOCTYPE html><html><h1>Bad Gateway</h1></html>';

/** Responses of services, proxies and others, before mutation. */
const answers: readonly Buffer[] = [
  httpResponse('201 Created', job),
  httpResponse('200 OK', '{}'),
  httpResponse('200 OK', page, ['Content-Type: text/html']),
  httpResponse('204 No Content'),
  httpResponse('307 Temporary Redirect', '', ['Location: http://127.0.0.1:1/']),
  httpResponse('302 Found', '', ['Location: http://127.0.0.1:1/']),
  httpResponse('401 Unauthorized', `{"detail": "not ${canary}"}`),
  httpResponse('422 Unprocessable Entity', problems),
  httpResponse('429 Too Many Requests', '', ['Retry-After: 7']),
  httpResponse('502 Bad Gateway', page),
  `HTTP/1.1 100 Continue\r\n\r\n${httpResponse('201 Created', job)}`,
  `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${httpResponse('201 Created', job)}`,
  `HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n${job.length.toString(16)}\r\n${job}\r\n0\r\n\r\n`,
  `HTTP/1.1 201 Created\r\nConnection: close\r\n\r\n${job}`,
  `HTTP/1.0 201 Created\r\n\r\n${job}`,
  'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  'SSH-2.0-OpenSSH_9.2\r\n',
]
  .map((text) => Buffer.from(text))
  .concat(Buffer.concat([Buffer.from(headOfGzip(job)), gzipSync(job)]));

function headOfGzip(body: string): string {
  return `HTTP/1.1 201 Created\r\nContent-Encoding: gzip\r\nContent-Length: ${gzipSync(body).length}\r\n\r\n`;
}

type Change = (bytes: Buffer) => Buffer;

/** A relative position in bytes of unknown length. */
const place = fc.double({ min: 0, max: 1, noNaN: true });
const at = (bytes: Buffer, share: number) => Math.floor(share * bytes.length);

/** Changes to a response in transit. */
const change: fc.Arbitrary<Change> = fc.oneof(
  place.map(
    (share): Change =>
      (bytes) =>
        bytes.subarray(0, at(bytes, share)),
  ),
  fc.tuple(place, fc.uint8Array({ maxLength: 20 })).map(
    ([share, junk]): Change =>
      (bytes) =>
        Buffer.concat([bytes.subarray(0, at(bytes, share)), junk, bytes.subarray(at(bytes, share))]),
  ),
  fc.tuple(place, place).map(
    ([one, other]): Change =>
      (bytes) =>
        Buffer.concat([
          bytes.subarray(0, at(bytes, Math.max(one, other))),
          bytes.subarray(at(bytes, Math.min(one, other))),
        ]),
  ),
  fc.tuple(place, fc.nat(255)).map(
    ([share, byte]): Change =>
      (bytes) =>
        Buffer.concat([
          bytes.subarray(0, at(bytes, share)),
          Buffer.of(byte),
          bytes.subarray(at(bytes, share) + 1),
        ]),
  ),
  fc.constantFrom('0', '1', '-1', '99999', '4e9').map(
    (length): Change =>
      (bytes) =>
        Buffer.from(bytes.toString('latin1').replace(/(Content-Length: )\d+/, `$1${length}`), 'latin1'),
  ),
  fc.constant<Change>((bytes) => Buffer.concat([bytes, bytes])),
);

/** When and in which pieces a service answers, and how it ends the connection. */
interface Service {
  readonly after: 'connection' | 'head' | 'request';
  readonly bytes: Buffer;
  readonly pieces: number;
  readonly end: 'end' | 'destroy' | 'reset';
}

const service: fc.Arbitrary<Service> = fc.record({
  after: fc.constantFrom('connection', 'head', 'request', 'request', 'request'),
  bytes: fc
    .tuple(fc.constantFrom(...answers), fc.array(change, { maxLength: 3 }))
    .map(([bytes, changes]) => changes.reduce((changed, one) => one(changed), bytes)),
  pieces: fc.integer({ min: 1, max: 4 }),
  end: fc.constantFrom('end', 'end', 'destroy', 'reset'),
});

async function serve({ after, bytes, pieces, end }: Service, { socket, head, request }: Conversation) {
  if (after === 'head') await head;
  if (after === 'request') await request;
  const size = Math.ceil(bytes.length / pieces) || 1;
  for (let from = 0; from < bytes.length; from += size) {
    await new Promise<void>((resolve) => socket.write(bytes.subarray(from, from + size), () => resolve()));
  }
  if (end === 'end') socket.end();
  else if (end === 'destroy') socket.destroy();
  else socket.resetAndDestroy();
}

it('whatever a service does, a request is delivered at most once, and its outcome is true', async () => {
  const seen = new Map<Outcome['status'], number>();
  await fc.assert(
    fc.asyncProperty(service, fc.constantFrom<Operation>('log', 'train'), async (script, operation) => {
      const temporary = await temporaryJournal();
      const server = await rawServer((conversation) => serve(script, conversation));
      const errors: unknown[] = [];
      try {
        const submission = await submissionTo(`http://127.0.0.1:${server.port}`, { operation });
        const ports = portsWith(temporary.journal, { onInternalError: (error) => errors.push(error) });
        const result = await submit(submission, ports);
        const { status } = result.outcome;
        seen.set(status, (seen.get(status) ?? 0) + 1);
        const records = await temporary.journal.follow().read();
        const hasSent = records.some(({ state }) => state === 'sent');

        expect(errors).toEqual([]);
        expect(server.connections()).toBeLessThanOrEqual(1);
        expect(server.deliveries()).toBeLessThanOrEqual(1);
        // Nothing may leave before `sent` is recorded, and nothing left if the send failed.
        if (server.received() !== '') expect(hasSent).toBe(true);
        if (status === 'failed') expect(server.received()).toBe('');
        // A claim about the service needs a response from it.
        if (status === 'accepted' || status === 'logged')
          expect(script.bytes.toString('latin1')).toMatch(/HTTP\/1\.[01] 2\d\d/);
        if (status === 'rejected')
          expect(script.bytes.toString('latin1')).toMatch(/HTTP\/1\.[01] (4\d\d|30[78])/);
        expect(records.at(-1)?.state).toBe(status);
        expect(JSON.stringify([result, records])).not.toContain(canary);
      } finally {
        await server.close();
        await temporary.remove();
      }
    }),
    inputs(150),
  );
  tellFigure(`services that answered anything: ${JSON.stringify(Object.fromEntries(seen))}`);
});
