import { Agent, type ClientRequest, type IncomingHttpHeaders, request } from 'node:http';
import { accessToken } from './child';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body. */
  readonly json: unknown;
}

export interface Sending {
  readonly method?: string;
  /** `undefined` omits a header of the documented request. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Uint8Array;
  readonly agent?: Agent;
}

export const jobsPath = '/v1/preview/training-jobs';

/** The log path of a model whose id needs no encoding. */
export function logPath(model: string): string {
  return `/v1/preview/models/${model}/log`;
}

/** Sends a documented request with the changes of `sending`. The path is sent verbatim. */
export function send(url: string, path: string, sending: Sending = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = begin(url, path, sending);
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, text, json: text === '' ? null : JSON.parse(text) });
      });
    });
    outgoing.end(sending.body);
  });
}

/** Opens a request on a new connection; the caller finishes it. */
export function begin(url: string, path: string, sending: Sending): ClientRequest {
  const { hostname, port } = new URL(url);
  const headers = Object.entries({
    authorization: `Bearer ${accessToken}`,
    'content-type': 'application/json',
    // Node sends no Content-Length for a GET body, so the body would be read as a second request.
    ...(sending.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(sending.body)) }),
    ...sending.headers,
  }).filter((header): header is [string, string] => header[1] !== undefined);
  return request({
    hostname,
    port,
    path,
    method: sending.method ?? 'POST',
    headers: Object.fromEntries(headers),
    agent: sending.agent ?? new Agent({ keepAlive: false }),
  });
}

/** A log request body with these groups, each given as JSON text. */
export function logBody(split: string, ...groups: string[]): string {
  return `{"split": ${JSON.stringify(split)}, "trajectory_groups": [${groups.join(', ')}]}`;
}
