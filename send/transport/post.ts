import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { type Clocks, startClocks, type TimeLimits } from './clocks';
import { describeConnectionError } from './connectionError';
import { nothingSent, type Unreadable } from './files';
import { lost, type NotSent, notSent, type PostResult } from './postResult';
import type { Chunks } from './readBody';
import { readResponse } from './readResponse';

export interface PostRequest {
  readonly url: URL;
  /** Length of the body in bytes. */
  readonly bytes: number;
  readonly limits: TimeLimits;
  readonly signal: AbortSignal;
  /** Uses Node's global agent, or its replacement, instead of our own agent. */
  readonly useGlobalAgent?: boolean;
  /**
   * Called once connected, before anything is written. Returns the access token and the body, or the reason to stop.
   * Everything it awaits completes before the first byte leaves.
   */
  readonly beforeFirstByte: () => Promise<Ready | NotSent>;
  /** Reports the body bytes accepted by the system so far. */
  readonly onProgress?: (bytes: number) => void;
  /** Receives internal errors. Their message may contain the token. */
  readonly onInternalError: (error: unknown) => void;
}

/** What a request is written with. */
export interface Ready {
  readonly token: string;
  readonly chunks: Chunks;
}

/**
 * Sends one POST on a fresh connection, at most once, without following redirects. Uses Node's own clients, because
 * browsers' `fetch` silently repeats a POST when a kept-alive connection breaks.
 */
export async function post(request: PostRequest): Promise<PostResult> {
  const started = performance.now();
  for (;;) {
    const result = await exchange(request, started);
    // The global agent, and VS Code's proxy-aware replacement, may return a used connection. `exchange` closes it
    // untouched. Try again until the connection is new.
    if (result !== 'reused-connection') return result;
  }
}

/** The state of one HTTP exchange. */
interface Exchange {
  readonly request: PostRequest;
  readonly client: http.ClientRequest;
  readonly clocks: Clocks;
  mayHaveLeft: boolean;
  /** Bytes of the body that the system has accepted. */
  written: number;
  /** A response has begun to arrive; from now on it decides the result. */
  isResponding: boolean;
}

type Result = PostResult | 'reused-connection';

function exchange(request: PostRequest, started: number): Promise<Result> {
  const { signal, limits } = request;
  if (signal.aborted) return Promise.resolve(cancelled(false));
  return new Promise((resolve) => {
    const client = openRequest(request);
    // Only the first result counts.
    const settle = (result: Result | null) => {
      if (result === null) return;
      state.clocks.stop();
      signal.removeEventListener('abort', cancel);
      client.destroy();
      resolve(result);
    };
    // Once a response is arriving, the part received so far becomes the result.
    const stop = (result: PostResult) => (state.isResponding ? client.destroy() : settle(result));
    const breakOff = (error: Error) => stop(describeConnectionError(error, state.mayHaveLeft));
    const cancel = () => stop(cancelled(state.mayHaveLeft));
    const expire = (limit: keyof TimeLimits) => stop(expired(limit, limits[limit], state.mayHaveLeft));
    // Settles even during a response: the error may come from reading it.
    const fail = (error: unknown) => {
      settle(interrupted(state.mayHaveLeft));
      request.onInternalError(error);
    };
    const clocks = startClocks(limits, started, expire);
    const state: Exchange = {
      request,
      client,
      clocks,
      mayHaveLeft: false,
      written: 0,
      isResponding: false,
    };
    signal.addEventListener('abort', cancel);
    client.on('error', breakOff);
    client.on('close', () => breakOff(new Error('the connection was closed')));
    client.on('response', (response) => void receive(state, response).then(settle, fail));
    client.on('socket', (socket) => void writeRequest(state, socket).then(settle, fail));
  });
}

/** Bytes of the head of a response. Node's limit is 16 KB, but cookies and policies can be longer: the job id is after them. */
const maxHeaderSize = 1 << 18;

function openRequest({ url, bytes, useGlobalAgent }: PostRequest): http.ClientRequest {
  const library = url.protocol === 'https:' ? https : http;
  const client = library.request(url, {
    method: 'POST',
    // Our own agent: the global one keeps connections open and reuses them.
    ...(useGlobalAgent ? {} : { agent: new library.Agent({ keepAlive: false }) }),
    rejectUnauthorized: true,
    maxHeaderSize,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': bytes,
      Accept: 'application/json',
      'Accept-Encoding': 'identity',
      'User-Agent': 'trajectory-tools',
      Connection: 'close',
    },
  });
  // Otherwise the global agent keeps the connection if the service does not close it, despite `Connection: close`.
  client.shouldKeepAlive = false;
  return client;
}

/** Writes the request once connected. Null unless this ends the exchange. */
async function writeRequest(state: Exchange, socket: Socket): Promise<Result | null> {
  const { client, clocks, request } = state;
  if (client.reusedSocket) return 'reused-connection';
  await connected(socket);
  clocks.hold();
  const ready = unsafeConnection(socket, request.url) ?? (await authorize(client, request));
  if ('kind' in ready) return ready;
  if (socket.destroyed || client.destroyed) return null;
  clocks.touch();
  for await (const chunk of ready.chunks) {
    // Reads what has arrived: if the service has refused and hung up, a write would fail, and the refusal be lost.
    await setImmediate();
    if (client.destroyed || state.isResponding) return null;
    if (!(chunk instanceof Uint8Array)) return aborted(chunk, state.mayHaveLeft);
    state.mayHaveLeft = true;
    // Wait until the system has accepted each chunk.
    const error = await new Promise<unknown>((resolve) => client.write(chunk, resolve));
    if (error == null) state.written += chunk.length;
    // After an early response the rest is pointless; the response is read anyway.
    if (client.destroyed || state.isResponding) return null;
    clocks.touch();
    request.onProgress?.(state.written);
  }
  state.mayHaveLeft = true;
  client.end();
  return null;
}

/**
 * Sets the token, or returns why it cannot. Does not show error messages: token storage may include the token in them.
 */
async function authorize(client: http.ClientRequest, request: PostRequest): Promise<Ready | NotSent> {
  let ready: Ready | NotSent;
  try {
    ready = await request.beforeFirstByte();
  } catch (error) {
    request.onInternalError(error);
    return notSent('token', 'Nothing was sent, because the access token could not be read.');
  }
  if ('kind' in ready) return ready;
  try {
    client.setHeader('Authorization', `Bearer ${ready.token}`);
    return ready;
  } catch {
    return notSent('token', 'The access token contains characters that cannot be sent. Set it again.');
  }
}

async function receive(state: Exchange, response: http.IncomingMessage): Promise<PostResult> {
  const { mayHaveLeft, clocks, request } = state;
  if (!mayHaveLeft) {
    const responded = `responded with status ${response.statusCode} before anything was sent.`;
    const secure = request.url.protocol === 'https:';
    return notSent(secure ? 'proxy' : 'unreachable', `The ${secure ? 'proxy' : 'service'} ${responded}`);
  }
  state.isResponding = true;
  clocks.touch();
  const [received, isWhole] = await Promise.all([readResponse(response, clocks.touch), hasWhole(state)]);
  // A success status is not credible before the service has the whole request.
  const isTooEarly = !isWhole && received.status >= 200 && received.status < 300;
  if (!isTooEarly) return { kind: 'response', response: received };
  const message = `The service responded with status ${received.status} before it had the whole request.`;
  return { ...lost('unexpected-answer', message), response: received };
}

/** Whether the service can have the whole request. TLS says a turn late what was written: the service may be faster. */
async function hasWhole(state: Exchange): Promise<boolean> {
  await setImmediate();
  return state.written === state.request.bytes;
}

/** Waits until the socket can carry data. Never resolves if it closes first; the request reports that itself. */
async function connected(socket: Socket): Promise<void> {
  const { encrypted, secureConnecting } = socket as Partial<TLSSocket> & { secureConnecting?: boolean };
  if (!socket.connecting && secureConnecting !== true) return;
  await new Promise<void>((resolve) => socket.once(encrypted ? 'secureConnect' : 'connect', resolve));
}

/** Refuses to write on an unverified connection. A proxy that refuses the tunnel hands over an unencrypted one. */
function unsafeConnection(socket: Socket, url: URL): NotSent | null {
  if (url.protocol !== 'https:') return null;
  const tls = socket as Partial<TLSSocket>;
  if (tls.encrypted !== true) return notSent('proxy', 'The proxy refused the connection to the service.');
  if (tls.authorized === true) return null;
  return notSent('tls', 'The certificate of the service could not be verified.');
}

/** The body can no longer be read as it was confirmed. The service never gets the last byte of another one. */
function aborted(unreadable: Unreadable, mayHaveLeft: boolean): PostResult {
  if (!mayHaveLeft) return notSent('document', nothingSent(unreadable));
  const advice = unreadable.isChanged === true ? ', when nothing writes to the file' : '';
  const message = `${unreadable.problem} The request was aborted, so the service has at most a part of it: send it again${advice}.`;
  return lost('document', message);
}

/** An internal error interrupted the request. */
function interrupted(mayHaveLeft: boolean): PostResult {
  return mayHaveLeft
    ? lost('interrupted', 'An internal error stopped the request while it was running.')
    : notSent('interrupted', 'Nothing was sent, because of an internal error.');
}

/** A time limit was reached. `time` in milliseconds. */
function expired(limit: keyof TimeLimits, time: number, mayHaveLeft: boolean): PostResult {
  const within = `within ${time / 1000} seconds.`;
  if (!mayHaveLeft) {
    const missing = limit === 'connect' ? 'No connection was established' : 'Nothing was sent';
    return notSent('connect-timeout', `${missing} ${within}`);
  }
  if (limit === 'whole') return lost('whole-timeout', `No response arrived ${within}`);
  return lost('idle-timeout', `No progress was seen ${within}`);
}

function cancelled(mayHaveLeft: boolean): PostResult {
  return mayHaveLeft
    ? lost('cancelled', 'Cancelled while the request was under way.')
    : notSent('cancelled', 'Cancelled before anything was sent.');
}
