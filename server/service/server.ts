import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEngine } from '../core/document';
import { ROOM, type Room, readBody } from './body';
import { type Answer, refusal, refuseHead, refuseHost } from './head';
import { findRoute, type Means, type Route } from './routes';
import { openStore } from './store';

/** How long senders may take to finish, in milliseconds, when the service ends. */
const LAST_ANSWER_MS = 1000;
const MOST_CONNECTIONS = 256;

export interface ServiceOptions {
  /** TCP port on 127.0.0.1; 0 takes a free one. */
  readonly port: number;
  /** Folder for everything that the service accepts; made when it is not there. */
  readonly dataFolder: string;
  /** The one bearer token that is let in. */
  readonly token: string;
  /** Called with a line of plain text for each request. Never sees the token. */
  readonly note: (line: string) => void;
}

export interface Service {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string;
  /** Takes no new connections, lets requests that are under way finish for a second, and drops the others. */
  close(): Promise<void>;
}

/**
 * Starts the local training service. It listens on the loopback interface only. A port that is taken and a
 * folder that cannot be used are values with a `failure` sentence, not exceptions.
 */
export async function startService(options: ServiceOptions): Promise<Service | { readonly failure: string }> {
  const store = openStore(options.dataFolder);
  if ('failure' in store) return store;
  const context = { ...options, means: { engine: createEngine(), store }, room: { left: ROOM } };
  const server = createServer((request, response) => void receive(context, request, response));
  server.maxConnections = MOST_CONNECTIONS;
  const failure = await listen(server, options.port);
  if (failure !== null) return { failure };
  const address = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${address.port}`, close: () => stop(server) };
}

function listen(server: Server, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'EADDRINUSE' ? `Port ${port} is in use by another program.` : error.message);
    });
    server.listen(port, '127.0.0.1', () => resolve(null));
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), LAST_ANSWER_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** What is common to all requests. */
interface Context extends ServiceOptions {
  readonly means: Means;
  readonly room: Room;
}

async function receive(context: Context, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = await answerTo(context, request);
  context.note(`${describe(request)} ${answer?.status ?? 'the sender went away'}`);
  if (answer !== null) respond(answer, request, response);
}

/** Answers as early as it can, and keeps no body that it will not use. Null where the sender goes away. */
async function answerTo(context: Context, request: IncomingMessage): Promise<Answer | null> {
  const route = findRoute(request.url ?? '');
  const refused = refuseHost(request) ?? refuseTarget(route, request) ?? refuseHead(request, context.token);
  if (refused !== null || route === null) return refused;
  const body = await readBody(request, context.room);
  if (!Buffer.isBuffer(body)) return body;
  try {
    return route(body, context.means);
  } catch (error) {
    // A defect of this program must not take the other senders down with it.
    context.note(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return refusal(500, 'The service failed; its output says how.');
  }
}

function refuseTarget(route: Route | null, request: IncomingMessage): Answer | null {
  if (route === null) return refusal(404, 'There is nothing at this path.');
  if (request.method === 'POST') return null;
  return refusal(405, 'Only POST is answered here.', { Allow: 'POST' });
}

/**
 * The answer goes out at once, and ends when the body has run past: a sender that is still writing would see a
 * closed connection in place of the answer.
 */
function respond(answer: Answer, request: IncomingMessage, response: ServerResponse): void {
  if (response.destroyed) return;
  const body = Buffer.from(JSON.stringify(answer.body));
  const headers = { ...answer.headers, 'Content-Type': 'application/json', 'Content-Length': body.length };
  response.writeHead(answer.status, headers).write(body);
  if (request.complete) response.end();
  else request.once('close', () => response.end()).resume();
}

/** A request line that is safe to print in a terminal. */
function describe(request: IncomingMessage): string {
  const target = (request.url ?? '').replace(/[^\x21-\x7e]/g, '?');
  return `${request.method} ${target.length > 200 ? `${target.slice(0, 200)}…` : target}`;
}
