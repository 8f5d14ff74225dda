import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEngine } from '../core/document';
import { discardRest, readBody } from './body';
import { type Answer, LONGEST_BODY, refusal, refuseHead, tooLarge } from './head';
import type { Note } from './lines';
import { findRoute, type Means, type Route } from './routes';
import { openStore } from './store';

/** How long a last answer may take to be read, in milliseconds, when the service ends. */
const LAST_ANSWER_MS = 1000;

export interface ServiceOptions {
  /** TCP port on 127.0.0.1; 0 takes a free one. */
  readonly port: number;
  /** Folder for everything the service accepts; made when it is not there. One service at a time. */
  readonly dataFolder: string;
  /** The one bearer token that is let in. */
  readonly token: string;
  /** Called with a line for each request and for whatever is found amiss on the disk. Never sees the token. */
  readonly note?: Note;
}

export interface Service {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string;
  /** Stops listening, finishes and answers every request whose body has arrived, drops those still arriving. */
  close(): Promise<void>;
}

/**
 * Starts the local training service. It listens on the loopback interface only. A port that is taken and a
 * folder that cannot be written are values with a `failure` sentence, not exceptions.
 */
export async function startService(options: ServiceOptions): Promise<Service | { readonly failure: string }> {
  const note = options.note ?? ((): void => undefined);
  const store = await openStore(options.dataFolder, note);
  if ('failure' in store) return store;
  const { token } = options;
  const state: ServiceState = {
    means: { engine: createEngine(), store },
    token,
    note,
    arriving: new Set(),
    work: new Set(),
    sending: new Set(),
    closing: false,
  };
  const receiveNext = (request: IncomingMessage, response: ServerResponse) =>
    receive(state, { request, response });
  const server = createServer(receiveNext).on('checkContinue', receiveNext);
  const failure = await listen(server, options.port);
  if (failure !== null) {
    await store.close();
    return { failure };
  }
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => stop(server, state) };
}

interface ServiceState {
  readonly means: Means;
  readonly token: string;
  readonly note: Note;
  /** Requests whose bodies are still on the way. */
  readonly arriving: Set<IncomingMessage>;
  /** Bodies that are being checked and stored, up to the moment their answers are on their way. */
  readonly work: Set<Promise<void>>;
  /** Answers on their way out. */
  readonly sending: Set<Promise<void>>;
  closing: boolean;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

function listen(server: Server, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'EADDRINUSE' ? `Port ${port} is in use by another program.` : error.message);
    });
    server.listen(port, '127.0.0.1', () => resolve(null));
  });
}

async function stop(server: Server, state: ServiceState): Promise<void> {
  state.closing = true;
  const closed = new Promise((resolve) => server.close(resolve));
  for (const request of state.arriving) request.socket.destroy();
  await Promise.all(state.work);
  await sentOrGivenUp(state.sending);
  server.closeAllConnections();
  await closed;
  await Promise.all(state.work);
  await state.means.store.close();
}

/** A sender that does not read its answer, or does not finish a refused body, must not keep the service alive. */
async function sentOrGivenUp(sending: Iterable<Promise<void>>): Promise<void> {
  await new Promise<unknown>((resolve) => {
    const timer = setTimeout(resolve, LAST_ANSWER_MS);
    Promise.all(sending).then(() => {
      clearTimeout(timer);
      resolve(null);
    });
  });
}

/** From the head of a request to its answer. Answers as early as it can, and reads no body it will not use. */
async function receive(state: ServiceState, exchange: Exchange): Promise<void> {
  const { request, response } = exchange;
  const route = findRoute(request.url ?? '');
  if (route === null) return refuseUnread(state, exchange, refusal(404, 'There is nothing at this path.'));
  const refused = refuseMethod(route, request) ?? refuseHead(request, state.token);
  if (refused !== null) return refuseUnread(state, exchange, refused);
  if (waitsForGo(request)) response.writeContinue();

  state.arriving.add(request);
  const body = await readBody(request, LONGEST_BODY);
  state.arriving.delete(request);
  if (body.kind === 'gone') return state.note(`${describe(request)}: the sender went away`);
  if (body.kind === 'too-large') return refuseUnread(state, exchange, tooLarge());

  const work = answer(state, route, body.bytes).then((found) => respond(state, exchange, found));
  state.work.add(work);
  await work.finally(() => state.work.delete(work));
}

function refuseMethod(route: Route, request: IncomingMessage): Answer | null {
  if (request.method === route.method) return null;
  return refusal(405, `Only ${route.method} is answered here.`, { Allow: route.method });
}

async function answer(state: ServiceState, route: Route, body: Buffer): Promise<Answer> {
  try {
    return await route.answer(body, state.means);
  } catch (error) {
    // A defect of this program must not take the other senders down with it.
    state.note(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return refusal(500, 'The service failed; its output says how.');
  }
}

/**
 * Refuses a request whose body may still be on its way, or held back until it is asked for. The answer goes out
 * at once and the connection stays open until the body has run past: a sender that is still writing would see
 * a reset in place of the answer.
 */
function refuseUnread(state: ServiceState, exchange: Exchange, answer: Answer): void {
  const { request } = exchange;
  const heldBack = waitsForGo(request) && !request.readableFlowing;
  if (!heldBack) discardRest(request, LONGEST_BODY);
  respond(state, exchange, answer, heldBack ? 'last' : 'after-body');
}

/** `last`: a sender that was not told to go on may send its body or not, so nothing can follow it. */
type Ending = 'now' | 'after-body' | 'last';

function respond(state: ServiceState, exchange: Exchange, answer: Answer, ending: Ending = 'now'): void {
  const { request, response } = exchange;
  state.note(`${describe(request)} ${answer.status}`);
  // The sender went away while its body was checked and stored: there is no one to answer.
  if (response.destroyed) return;
  if (state.closing || ending === 'last') response.shouldKeepAlive = false;
  const body = Buffer.from(JSON.stringify(answer.body));
  const headers = { ...answer.headers, 'Content-Type': 'application/json', 'Content-Length': body.length };
  const sent = new Promise<void>((resolve) => {
    response.once('close', resolve);
    response.writeHead(answer.status, headers).write(body);
    if (ending === 'after-body') request.once('close', () => response.end());
    else response.end();
  });
  state.sending.add(sent);
  sent.finally(() => state.sending.delete(sent));
}

function waitsForGo(request: IncomingMessage): boolean {
  return /^100-continue$/i.test(request.headers.expect ?? '');
}

/** A request line that is safe to print in a terminal. */
function describe(request: IncomingMessage): string {
  const target = (request.url ?? '').replace(/[^\x21-\x7e]/g, '?');
  return `${request.method} ${target.length > 200 ? `${target.slice(0, 200)}…` : target}`;
}
