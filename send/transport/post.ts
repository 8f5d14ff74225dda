import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type Clocks, startClocks, type TimeLimits } from './clocks';
import { describeConnectionError } from './connectionError';
import { lost, type NotSent, notSent, type PostResult } from './postResult';
import { readResponse } from './readResponse';

/** One request to send. */
export interface PostRequest {
  readonly url: URL;
  /** Length of the body in bytes. */
  readonly bytes: number;
  readonly chunks: Iterable<Uint8Array>;
  readonly limits: TimeLimits;
  readonly signal: AbortSignal;
  /** Leaves the choice of the connection to Node's global agent, or to what has been put in its place. */
  readonly useGlobalAgent?: boolean;
  /**
   * Called when the connection stands and nothing has been written yet: gives the access token, or the reason
   * to stop. What it awaits has happened before the first byte leaves.
   */
  readonly beforeFirstByte: () => Promise<string | NotSent>;
  /** Body bytes that the system has taken to send so far. */
  readonly onProgress?: (bytes: number) => void;
  /** Is told of errors on this side. Their message may hold the token. */
  readonly onInternalError: (error: unknown) => void;
}

/**
 * Sends one POST on a fresh connection, at most once, and follows no redirect. Node's own clients are used
 * because browsers' `fetch` repeats a POST by itself when a kept connection breaks.
 */
export async function post(request: PostRequest): Promise<PostResult> {
  const started = performance.now();
  for (;;) {
    const result = await exchange(request, started);
    // Node's global agent and the one that VS Code's proxy support puts in its place may hand out a connection
    // that was used before. That one was closed untouched; the next exchange gets another, in the end a new one.
    if (result !== 'reused-connection') return result;
  }
}

/** One HTTP exchange: a request, its clocks, and how far it has come. */
interface Exchange {
  readonly request: PostRequest;
  readonly client: http.ClientRequest;
  readonly clocks: Clocks;
  mayHaveLeft: boolean;
  /** The system has taken the whole body to send. */
  isWhole: boolean;
  /** An answer began to arrive; from then on the answer decides. */
  answering: boolean;
}

type Result = PostResult | 'reused-connection';

function exchange(request: PostRequest, started: number): Promise<Result> {
  const { signal, limits } = request;
  if (signal.aborted) return Promise.resolve(cancelled(false));
  return new Promise((resolve) => {
    const client = openRequest(request);
    // The first result counts.
    const settle = (result: Result | null) => {
      if (result === null) return;
      state.clocks.stop();
      signal.removeEventListener('abort', cancel);
      client.destroy();
      resolve(result);
    };
    // Once an answer is arriving, what has arrived of it is the result.
    const stop = (result: PostResult) => (state.answering ? client.destroy() : settle(result));
    const breakOff = (error: Error) => stop(describeConnectionError(error, state.mayHaveLeft));
    const cancel = () => stop(cancelled(state.mayHaveLeft));
    const expire = (limit: keyof TimeLimits) => stop(expired(limit, limits[limit], state.mayHaveLeft));
    // Settles even while an answer arrives: what failed may be reading it.
    const fail = (error: unknown) => {
      settle(interrupted(state.mayHaveLeft));
      request.onInternalError(error);
    };
    const clocks = startClocks(limits, started, expire);
    const state: Exchange = { request, client, clocks, mayHaveLeft: false, isWhole: false, answering: false };
    signal.addEventListener('abort', cancel);
    client.on('error', breakOff);
    client.on('close', () => breakOff(new Error('the connection was closed')));
    client.on('response', (response) => void receive(state, response).then(settle, fail));
    client.on('socket', (socket) => void writeRequest(state, socket).then(settle, fail));
  });
}

function openRequest({ url, bytes, useGlobalAgent }: PostRequest): http.ClientRequest {
  const library = url.protocol === 'https:' ? https : http;
  const client = library.request(url, {
    method: 'POST',
    // An agent of its own: the global one keeps connections open and uses them again.
    ...(useGlobalAgent ? {} : { agent: new library.Agent({ keepAlive: false }) }),
    rejectUnauthorized: true,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': bytes,
      Accept: 'application/json',
      'Accept-Encoding': 'identity',
      'User-Agent': 'trajectory-tools',
      Connection: 'close',
    },
  });
  // The global agent would keep the connection of a service that does not close it, whatever was asked.
  client.shouldKeepAlive = false;
  return client;
}

/** Writes the request once the connection stands; null unless that ends the exchange. */
async function writeRequest(state: Exchange, socket: Socket): Promise<Result | null> {
  const { client, clocks, request } = state;
  if (client.reusedSocket) return 'reused-connection';
  await connected(socket);
  clocks.hold();
  const refusal = unsafeConnection(socket, request.url) ?? (await authorize(client, request));
  if (refusal !== null) return refusal;
  if (socket.destroyed || client.destroyed) return null;
  state.mayHaveLeft = true;
  clocks.touch();
  let written = 0;
  for (const chunk of request.chunks) {
    // Each chunk waits until the system has taken the one before.
    await new Promise<void>((resolve) => client.write(chunk, () => resolve()));
    // A refusal that comes early makes the rest pointless; it is read all the same.
    if (client.destroyed || state.answering) return null;
    written += chunk.length;
    clocks.touch();
    request.onProgress?.(written);
  }
  state.isWhole = true;
  client.end();
  return null;
}

/** Gives the request its token, or tells why not. What an error says is not told: whatever keeps a token may name it. */
async function authorize(client: http.ClientRequest, request: PostRequest): Promise<NotSent | null> {
  let token: string | NotSent;
  try {
    token = await request.beforeFirstByte();
  } catch (error) {
    request.onInternalError(error);
    return notSent('token', 'Nothing was sent, because the access token could not be read.');
  }
  if (typeof token !== 'string') return token;
  try {
    client.setHeader('Authorization', `Bearer ${token}`);
    return null;
  } catch {
    return notSent('token', 'The access token contains characters that cannot be sent. Set it again.');
  }
}

async function receive(state: Exchange, response: http.IncomingMessage): Promise<PostResult> {
  const { mayHaveLeft, isWhole, clocks, request } = state;
  if (!mayHaveLeft) {
    const answered = `answered with status ${response.statusCode} before anything was sent.`;
    const secure = request.url.protocol === 'https:';
    return notSent(secure ? 'proxy' : 'unreachable', `The ${secure ? 'proxy' : 'service'} ${answered}`);
  }
  state.answering = true;
  clocks.touch();
  const answer = await readResponse(response, clocks.touch);
  // What was taken cannot be the whole request, whatever the service says: it did not have it.
  const isTooEarly = !isWhole && answer.status >= 200 && answer.status < 300;
  if (!isTooEarly) return { kind: 'answer', answer };
  const message = `The service answered ${answer.status} before it had the whole request.`;
  return { ...lost('unexpected-answer', message), answer };
}

/** Waits until the socket can carry data, for ever if it closes first: that the request reports itself. */
async function connected(socket: Socket): Promise<void> {
  const { encrypted, secureConnecting } = socket as Partial<TLSSocket> & { secureConnecting?: boolean };
  if (!socket.connecting && secureConnecting !== true) return;
  await new Promise<void>((resolve) => socket.once(encrypted ? 'secureConnect' : 'connect', resolve));
}

/** A proxy that refuses its tunnel hands over a connection that is not encrypted: nothing is written to it. */
function unsafeConnection(socket: Socket, url: URL): NotSent | null {
  if (url.protocol !== 'https:') return null;
  const tls = socket as Partial<TLSSocket>;
  if (tls.encrypted !== true) return notSent('proxy', 'The proxy refused the connection to the service.');
  if (tls.authorized === true) return null;
  return notSent('tls', 'The certificate of the service could not be verified.');
}

/** The request could not be handed over, because of an error on this side. */
function interrupted(mayHaveLeft: boolean): PostResult {
  return mayHaveLeft
    ? lost('interrupted', 'An error in this extension ended the request while it was under way.')
    : notSent('interrupted', 'Nothing was sent, because of an error in this extension.');
}

/** A limit of time, in milliseconds, has been reached. */
function expired(limit: keyof TimeLimits, time: number, mayHaveLeft: boolean): PostResult {
  const within = `within ${time / 1000} seconds.`;
  if (!mayHaveLeft) {
    const missing = limit === 'connect' ? 'No connection was established' : 'Nothing was sent';
    return notSent('connect-timeout', `${missing} ${within}`);
  }
  if (limit === 'whole') return lost('whole-timeout', `No answer came ${within}`);
  return lost('idle-timeout', `No progress was seen ${within}`);
}

/** The user cancelled. */
function cancelled(mayHaveLeft: boolean): PostResult {
  return mayHaveLeft
    ? lost('cancelled', 'Cancelled while the request was under way.')
    : notSent('cancelled', 'Cancelled before anything was sent.');
}
