import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type Clocks, startClocks, type TimeLimits } from './clocks';
import { describeConnectionError } from './connectionError';
import type { NotSent, PostResult } from './postResult';
import { readAnswer } from './readAnswer';

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

/** One HTTP exchange: a request, its clocks, and whether a byte may have left. */
interface Exchange {
  readonly request: PostRequest;
  readonly client: http.ClientRequest;
  readonly clocks: Clocks;
  /** Ends the exchange; the first result counts. */
  readonly settle: (result: PostResult | 'reused-connection') => void;
  mayHaveLeft: boolean;
  /** The system has taken the whole body to send. */
  isWhole: boolean;
  /** An answer began to arrive; from then on the answer decides. */
  answering: boolean;
}

function exchange(request: PostRequest, started: number): Promise<PostResult | 'reused-connection'> {
  return new Promise((resolve) => {
    if (request.signal.aborted) {
      resolve(notSent('cancelled', 'Cancelled before anything was sent.'));
      return;
    }
    const client = openRequest(request);
    const onAbort = () => cancel(state);
    const state: Exchange = {
      request,
      client,
      clocks: startClocks(request.limits, started, (limit) => expire(state, limit)),
      settle: (result) => {
        state.clocks.stop();
        request.signal.removeEventListener('abort', onAbort);
        client.destroy();
        resolve(result);
      },
      mayHaveLeft: false,
      isWhole: false,
      answering: false,
    };
    // Settles even while an answer arrives: what failed may be reading it.
    const fail = (error: unknown) => {
      state.settle(broken(state));
      request.onInternalError(error);
    };
    request.signal.addEventListener('abort', onAbort);
    client.on('error', (error) => stop(state, describeConnectionError(error, state.mayHaveLeft)));
    client.on('close', () => stop(state, describeConnectionError(null, state.mayHaveLeft)));
    client.on('response', (response) => void receive(state, response).catch(fail));
    client.on('socket', (socket) => void writeRequest(state, socket).catch(fail));
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

async function writeRequest(state: Exchange, socket: Socket): Promise<void> {
  const { client, request } = state;
  if (client.reusedSocket) {
    state.settle('reused-connection');
    return;
  }
  if (needsToConnect(socket) && !(await connected(socket))) return;
  state.clocks.hold();
  const danger = unsafeConnection(socket, request.url);
  if (danger !== null) {
    state.settle(danger);
    return;
  }
  const token = await tokenOf(request);
  if (typeof token !== 'string') {
    state.settle(token);
    return;
  }
  if (socket.destroyed || client.destroyed) return;
  try {
    client.setHeader('Authorization', `Bearer ${token}`);
  } catch {
    state.settle(notSent('token', 'The access token holds characters that cannot be sent. Set it again.'));
    return;
  }
  state.mayHaveLeft = true;
  state.clocks.touch();
  await writeBody(state);
}

/** What the error says is not told: whatever keeps a token may name it. */
async function tokenOf({ beforeFirstByte, onInternalError }: PostRequest): Promise<string | NotSent> {
  try {
    return await beforeFirstByte();
  } catch (error) {
    onInternalError(error);
    return notSent('token', 'Nothing was sent, because the access token could not be read.');
  }
}

/** Hands the body over chunk by chunk, each when the system has taken the one before, and ends the request. */
async function writeBody(state: Exchange): Promise<void> {
  const { client, request } = state;
  let written = 0;
  for (const chunk of request.chunks) {
    await new Promise<void>((resolve) => client.write(chunk, () => resolve()));
    // A refusal that comes early makes the rest pointless; it is read all the same.
    if (client.destroyed || state.answering) return;
    written += chunk.length;
    state.clocks.touch();
    request.onProgress?.(written);
  }
  state.isWhole = true;
  client.end();
}

async function receive(state: Exchange, response: http.IncomingMessage): Promise<void> {
  if (!state.mayHaveLeft) {
    const answered = `answered with status ${response.statusCode} before anything was sent.`;
    const secure = state.request.url.protocol === 'https:';
    state.settle(
      notSent(secure ? 'proxy' : 'unreachable', `The ${secure ? 'proxy' : 'service'} ${answered}`),
    );
    return;
  }
  const { isWhole } = state;
  state.answering = true;
  state.clocks.touch();
  response.on('data', () => state.clocks.touch());
  const answer = await readAnswer(response);
  // What was taken cannot be the whole request, whatever the service says: it did not have it.
  const isTooEarly = !isWhole && answer.status >= 200 && answer.status < 300;
  if (!isTooEarly) state.settle({ kind: 'answer', answer });
  else {
    const message = `The service answered ${answer.status} before it had the whole request.`;
    state.settle({ kind: 'lost', reason: 'unexpected-answer', message, answer });
  }
}

function needsToConnect(socket: Socket): boolean {
  return socket.connecting || (socket as { secureConnecting?: boolean }).secureConnecting === true;
}

/** Waits until the socket can carry data; false when it closes first, which the request reports itself. */
function connected(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.once((socket as Partial<TLSSocket>).encrypted ? 'secureConnect' : 'connect', () => resolve(true));
    socket.once('close', () => resolve(false));
  });
}

/** A proxy that refuses its tunnel hands over a connection that is not encrypted: nothing is written to it. */
function unsafeConnection(socket: Socket, url: URL): NotSent | null {
  if (url.protocol !== 'https:') return null;
  const tls = socket as Partial<TLSSocket>;
  if (tls.encrypted !== true) return notSent('proxy', 'The proxy refused the connection to the service.');
  if (tls.authorized === true) return null;
  return notSent('tls', 'The certificate of the service could not be verified.');
}

/** Ends the exchange; once an answer is arriving, what has arrived of it is the result. */
function stop(state: Exchange, result: PostResult): void {
  if (state.answering) state.client.destroy();
  else state.settle(result);
}

/** The request could not be handed over, because of an error on this side. */
function broken({ mayHaveLeft }: Exchange): PostResult {
  if (!mayHaveLeft) return notSent('interrupted', 'Nothing was sent, because of an error in this extension.');
  const message = 'An error in this extension ended the request while it was under way.';
  return { kind: 'lost', reason: 'interrupted', message };
}

/** A limit of time has been reached. */
function expire(state: Exchange, limit: keyof TimeLimits): void {
  const within = `within ${state.request.limits[limit] / 1000} seconds.`;
  if (!state.mayHaveLeft) {
    const missing = limit === 'connect' ? 'No connection was made' : 'Nothing was sent';
    stop(state, notSent('connect-timeout', `${missing} ${within}`));
  } else if (limit === 'whole') {
    stop(state, { kind: 'lost', reason: 'whole-timeout', message: `No answer came ${within}` });
  } else {
    stop(state, { kind: 'lost', reason: 'idle-timeout', message: `No progress was seen ${within}` });
  }
}

/** The user cancelled. */
function cancel(state: Exchange): void {
  const message = 'Cancelled while the request was under way.';
  if (state.mayHaveLeft) stop(state, { kind: 'lost', reason: 'cancelled', message });
  else stop(state, notSent('cancelled', 'Cancelled before anything was sent.'));
}

function notSent(reason: NotSent['reason'], message: string): NotSent {
  return { kind: 'not-sent', reason, message };
}
