import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';

/** The response to a request. */
export interface Answer {
  /** Null if the response has more than `maxParsed` bytes. */
  readonly body: { readonly result?: unknown; readonly error?: { readonly code: number } } | null;
  readonly bytes: number;
  /** Time from the request to the last byte of the response. */
  readonly milliseconds: number;
}

/** The server ended without a response. */
export class ServerEnded extends Error {}

type Frame = Readonly<Record<string, unknown>>;

/** The latest diagnostics of a document. */
export interface Published {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: readonly unknown[];
}

/** Longer messages are not parsed: the client's time would count as the server's. */
const maxParsed = 1_000_000;
const headerEnd = '\r\n\r\n';

/** A minimal client, so that it measures the server and not itself. */
export class Wire {
  readonly process: ChildProcess;
  private nextId = 1;
  private readonly waiting = new Map<number, { began: number; settle: (answer: Answer | Error) => void }>();
  /** By URI. */
  readonly published = new Map<string, Published>();
  private readonly looking = new Set<() => void>();

  constructor(process: ChildProcess) {
    this.process = process;
    process.stdin!.on('error', () => {});
    process.stdout!.on(
      'data',
      framesTo((body) => this.receive(body)),
    );
    process.stderr?.resume();
    process.once('close', () => {
      for (const { settle } of this.waiting.values()) settle(new ServerEnded('The server has ended.'));
      this.waiting.clear();
      for (const look of [...this.looking]) look();
    });
  }

  get isAlive(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  /** The id of the last request. */
  get lastId(): number {
    return this.nextId - 1;
  }

  notify(method: string, params: unknown): void {
    this.send({ jsonrpc: '2.0', method, params });
  }

  /** Sends a request; `id` is for cancelling it. */
  request(method: string, params: unknown): { readonly id: number; readonly answer: Promise<Answer> } {
    const id = this.nextId++;
    const answer = new Promise<Answer>((resolve, reject) => {
      const settle = (answer: Answer | Error): void =>
        answer instanceof Error ? reject(answer) : resolve(answer);
      if (!this.isAlive) return settle(new ServerEnded('The server has ended.'));
      this.waiting.set(id, { began: performance.now(), settle });
      this.send({ jsonrpc: '2.0', id, method, params });
    });
    return { id, answer };
  }

  ask(method: string, params: unknown): Promise<Answer> {
    return this.request(method, params).answer;
  }

  /** The diagnostics of a version of a document, as soon as they are published. */
  diagnosed(uri: string, version: number): Promise<readonly unknown[]> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const told = this.published.get(uri);
        const isThere = told?.version === version;
        if (!isThere && this.isAlive) return;
        this.looking.delete(look);
        if (isThere) resolve(told.diagnostics);
        else reject(new ServerEnded('The server has ended.'));
      };
      this.looking.add(look);
      look();
    });
  }

  /** Begins to measure the turns of the server's event loop, if it runs with `turnMeter.cjs`. */
  measureTurns(): void {
    this.process.send('measure');
  }

  /** The longest turn since then in ms of CPU time: another message waited at least so long. */
  async longestTurn(): Promise<number> {
    this.process.send('stop');
    const [{ longest }] = (await once(this.process, 'message')) as [{ longest: number }];
    return longest;
  }

  async end(): Promise<void> {
    if (!this.isAlive) return;
    await this.ask('shutdown', null);
    this.notify('exit', null);
    await once(this.process, 'exit');
  }

  private send(message: Frame): void {
    const body = Buffer.from(JSON.stringify(message));
    this.process.stdin!.write(
      Buffer.concat([Buffer.from(`Content-Length: ${body.length}${headerEnd}`), body]),
    );
  }

  private publish(published: Published): void {
    this.published.set(published.uri, published);
    for (const look of [...this.looking]) look();
  }

  private receive(bytes: Buffer): void {
    const now = performance.now();
    const isLong = bytes.length > maxParsed;
    const id = isLong ? Number(/"id":(\d+)/.exec(bytes.toString('latin1', 0, 100))?.[1]) : Number.NaN;
    const body: Frame | null = isLong ? null : JSON.parse(bytes.toString('utf8'));
    if (body !== null && body['method'] !== undefined) {
      if (body['method'] === 'textDocument/publishDiagnostics') this.publish(body['params'] as Published);
      if (body['id'] !== undefined) this.send({ jsonrpc: '2.0', id: body['id'], result: null });
      return;
    }
    const answered = body === null ? id : (body['id'] as number);
    const known = this.waiting.get(answered);
    if (known === undefined) return;
    this.waiting.delete(answered);
    known.settle({ body, bytes: bytes.length, milliseconds: now - known.began });
  }
}

/** A stream listener that calls back with each complete message. */
function framesTo(receive: (body: Buffer) => void): (piece: Buffer) => void {
  let pieces: Buffer[] = [];
  let size = 0;
  let wanted = 0;
  return (piece) => {
    pieces.push(piece);
    size += piece.length;
    while (size >= wanted) {
      const bytes = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
      const end = bytes.indexOf(headerEnd);
      const from = end + headerEnd.length;
      const length =
        end < 0 ? 0 : Number(/Content-Length: (\d+)/i.exec(bytes.toString('latin1', 0, end))![1]);
      if (end < 0 || bytes.length < from + length) {
        pieces = [bytes];
        wanted = end < 0 ? bytes.length + 1 : from + length;
        return;
      }
      pieces = [bytes.subarray(from + length)];
      size = pieces[0]!.length;
      wanted = 1;
      receive(bytes.subarray(from, from + length));
    }
  };
}

/** Peak memory of a process since `forgetPeak` in MB; null if the system does not report it (Linux does). */
export function peakOf({ pid }: ChildProcess): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1000;
  } catch {
    return null;
  }
}

export function forgetPeak({ pid }: ChildProcess): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Then it is the peak since the start.
  }
}
