import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a server has received of one request. */
export interface Received {
  readonly bytes: number;
  readonly sha256: string;
  /** Whether the body arrived to its end, as HTTP has it. */
  readonly isWhole: boolean;
}

/** An HTTP server that keeps no body, but its hash: for bodies of any size. */
export interface HashingServer {
  readonly url: string;
  /** Resolves with what arrived of the next request that ends, however it ends. */
  readonly next: () => Promise<Received>;
  readonly close: () => Promise<void>;
}

export interface HashingOptions {
  /** Called at the first bytes of a body. Nothing more is read before it has resolved. */
  readonly onFirstBytes?: () => Promise<void>;
  /** Called when a whole body has arrived, before the response. */
  readonly onWhole?: () => void;
  readonly answer?: { readonly status: number; readonly body: string };
  /** Whether to answer at the first bytes, without waiting for the rest. */
  readonly isEarly?: boolean;
}

export async function hashingServer(options: HashingOptions = {}): Promise<HashingServer> {
  const ended: Received[] = [];
  const waiting: ((received: Received) => void)[] = [];
  const tell = (received: Received): void => {
    const resolve = waiting.shift();
    if (resolve === undefined) ended.push(received);
    else resolve(received);
  };
  const server = createServer((request, response) => void receive(request, response, options).then(tell));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: () => {
      const known = ended.shift();
      return known === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(known);
    },
    close: async () => {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const accepted = { status: 201, body: '{"id": "3f2a1b9c-0d4e-4f6a-8b7c-1d2e3f4a5b6c"}' };

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  { onFirstBytes, onWhole, answer = accepted, isEarly = false }: HashingOptions,
): Promise<Received> {
  const hash = createHash('sha256');
  let bytes = 0;
  const respond = (): void => {
    if (response.headersSent) return;
    const length = Buffer.byteLength(answer.body);
    response.writeHead(answer.status, { 'Content-Type': 'application/json', 'Content-Length': length });
    response.write(answer.body);
  };
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      if (bytes === 0) await onFirstBytes?.();
      if (isEarly) respond();
      hash.update(chunk);
      bytes += chunk.length;
    }
    onWhole?.();
    respond();
    // Not before: a server that closes the connection while a body arrives may reset it, and its response is lost.
    response.end();
  } catch {
    // The client broke the connection: the body is not whole.
  }
  return { bytes, sha256: hash.digest('hex'), isWhole: request.complete };
}
