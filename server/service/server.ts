import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEngine } from '../core/engine';
import { errorResponse, type HttpResponse, readBody, rejectHead } from './request';
import { handlePost, type ServiceContext } from './routes';
import { openFolder } from './store';

/** Milliseconds that senders have to finish when the service ends. */
const shutdownGraceMs = 1000;
const maxConnections = 256;

export interface ServiceOptions {
  /** TCP port on 127.0.0.1; 0 takes a free one. */
  readonly port: number;
  /** Absolute path of the folder for everything that the service accepts; created if missing. */
  readonly dataFolder: string;
  /** The only accepted bearer token. */
  readonly token: string;
}

export interface Service {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  readonly url: string;
  /** Accepts no new connections, gives pending requests a second to finish, then drops them. */
  readonly close: () => void;
}

/**
 * Starts the local training service. It listens on the loopback interface only and logs each request to stderr. A port
 * in use or an unusable folder is a result with a `failure` sentence, not an exception.
 */
export async function startService(options: ServiceOptions): Promise<Service | { readonly failure: string }> {
  const { port, dataFolder } = options;
  const unusable = openFolder(dataFolder);
  if (unusable !== null) return { failure: `${dataFolder} cannot be used: ${unusable}` };
  const context = { ...options, engine: createEngine() };
  const server = createServer((request, response) => void receive(context, request, response));
  server.maxConnections = maxConnections;
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { failure: code === 'EADDRINUSE' ? `Port ${port} is in use by another program.` : message };
  }
  const close = (): void => {
    server.close();
    setTimeout(() => server.closeAllConnections(), shutdownGraceMs).unref();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** Shared by all requests. */
type Context = ServiceOptions & ServiceContext;

async function receive(context: Context, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const reply = rejectHead(request, context.token) ?? (await respondToBody(context, request));
  // The line is printed in a terminal, and a target may contain anything.
  const line = `${request.method} ${request.url}`.replace(/[^\x20-\x7e]/g, '?').slice(0, 200);
  console.error(`${line} ${reply.status}`);
  if (!response.destroyed) respond(reply, request, response);
}

async function respondToBody(context: Context, request: IncomingMessage): Promise<HttpResponse> {
  const body = await readBody(request);
  if (!Buffer.isBuffer(body)) return body;
  try {
    return handlePost(request.url ?? '', body, context);
  } catch (error) {
    // A bug in this program must not affect other senders.
    console.error(error);
    return errorResponse(500, 'The service failed; see its output.');
  }
}

/**
 * Sends the response at once, but ends it only after the whole body has arrived: a sender that is still writing would
 * see a closed connection instead of the response.
 */
function respond(reply: HttpResponse, request: IncomingMessage, response: ServerResponse): void {
  const body = Buffer.from(JSON.stringify(reply.body));
  const headers = { ...reply.headers, 'Content-Type': 'application/json', 'Content-Length': body.length };
  response.writeHead(reply.status, headers).write(body);
  if (request.complete) response.end();
  else request.once('close', () => response.end()).resume();
}
