import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEngine } from '../core/engine';
import { errorResponse, type HttpResponse, readBody, refuseHead } from './request';
import { handlePost, type ServiceContext } from './routes';
import { openFolder } from './store';

/** How long senders may take to finish, in milliseconds, when the service ends. */
const shutdownGraceMs = 1000;
const maxConnections = 256;

export interface ServiceOptions {
  /** TCP port on 127.0.0.1; 0 takes a free one. */
  readonly port: number;
  /** Absolute path of the folder for everything that the service accepts; made when it is not there. */
  readonly dataFolder: string;
  /** The one bearer token that is let in. */
  readonly token: string;
}

export interface Service {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string;
  /** Takes no new connections, lets requests that are under way finish for a second, and drops the others. */
  readonly close: () => void;
}

/**
 * Starts the local training service. It listens on the loopback interface only, and writes a line for each
 * request to stderr. A port that is taken and a folder that cannot be used are values with a `failure`
 * sentence, not exceptions.
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

/** What is common to all requests. */
type Context = ServiceOptions & ServiceContext;

async function receive(context: Context, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = refuseHead(request, context.token) ?? (await answerBody(context, request));
  // The line is printed in a terminal, and a target may hold anything.
  const line = `${request.method} ${request.url}`.replace(/[^\x20-\x7e]/g, '?').slice(0, 200);
  console.error(`${line} ${answer.status}`);
  if (!response.destroyed) respond(answer, request, response);
}

async function answerBody(context: Context, request: IncomingMessage): Promise<HttpResponse> {
  const body = await readBody(request);
  if (!Buffer.isBuffer(body)) return body;
  try {
    return handlePost(request.url ?? '', body, context);
  } catch (error) {
    // A defect of this program must not take the other senders down with it.
    console.error(error);
    return errorResponse(500, 'The service failed; its output says how.');
  }
}

/**
 * The answer goes out at once, and ends when the body has run past: a sender that is still writing would see a
 * closed connection in place of the answer.
 */
function respond(answer: HttpResponse, request: IncomingMessage, response: ServerResponse): void {
  const body = Buffer.from(JSON.stringify(answer.body));
  const headers = { ...answer.headers, 'Content-Type': 'application/json', 'Content-Length': body.length };
  response.writeHead(answer.status, headers).write(body);
  if (request.complete) response.end();
  else request.once('close', () => response.end()).resume();
}
