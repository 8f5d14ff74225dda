import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import { AbstractMessageWriter, type Message, type MessageWriter } from 'vscode-languageserver/node';
import { maxSliceMs, type Schedule } from '../lsp/scheduling/slices';

/** Longer strings are encoded in slices of this many code units. */
const maxSliceLength = 500_000;
/** Maximum values of a message to search for long strings: a response with a long string is otherwise short. */
const maxValuesSearched = 200;

/**
 * Writes messages to a stream (LSP 3.18, base protocol). A whole document's text is encoded and written in slices;
 * shorter messages overtake it while it is encoded.
 */
export class StdioWriter extends AbstractMessageWriter implements MessageWriter {
  private readonly output: Writable;
  private readonly schedule: Schedule;
  private last: Promise<void> = Promise.resolve();
  private isGathering = false;
  private waitingLength = 0;
  private readonly afterNext: (() => void)[] = [];

  constructor(output: Writable, schedule: Schedule) {
    super();
    this.output = output;
    this.schedule = schedule;
    output.on('error', (error) => this.fireError(error)).on('close', () => this.fireClose());
  }

  write(message: Message): Promise<void> {
    return this.writePieces(
      holdsLongString(message) ? piecesOf(message) : [written(JSON.stringify(message))],
    );
  }

  /** Bytes of the messages that the stream has not taken yet, without those that are still being encoded. */
  get waiting(): number {
    return this.waitingLength;
  }

  /** Calls back when the stream has taken another message. */
  onceTaken(callback: () => void): void {
    this.afterNext.push(callback);
  }

  private async writePieces(pieces: Piece[]): Promise<void> {
    const parts: Buffer[] = [];
    let length = 0;
    let stop = 0;
    // Take them out: the text of a long message need not stay in memory beside its bytes.
    for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
      if (!piece.isEscaped && performance.now() >= stop) {
        await this.turn();
        stop = performance.now() + maxSliceMs;
      }
      const bytes = Buffer.from(jsonOf(piece));
      length += bytes.length;
      parts.push(bytes);
    }
    parts[0] = Buffer.concat([Buffer.from(`Content-Length: ${length}\r\n\r\n`), parts[0]!]);
    const handed = this.last.then(() => this.put(parts.slice(0, -1)));
    // The stream keeps the order, so the next message need not wait until this one is written.
    const done = handed.then(() => this.writePart(parts.at(-1)!));
    this.last = handed.catch(() => {});
    this.waitingLength += length;
    return done.finally(() => {
      this.waitingLength -= length;
      for (const callback of this.afterNext.splice(0)) callback();
    });
  }

  end(): void {
    this.output.end();
  }

  private async put(parts: readonly Buffer[]): Promise<void> {
    for (const part of parts) {
      await this.writePart(part);
      // Let other messages be read between two parts.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  private writePart(bytes: Buffer): Promise<void> {
    this.gather();
    return new Promise<void>((resolve, reject) => {
      this.output.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Sends everything written in one turn together, such as problems and the response to a request after the edit. */
  private gather(): void {
    if (this.isGathering) return;
    this.isGathering = true;
    this.output.cork();
    process.nextTick(() => {
      this.isGathering = false;
      this.output.uncork();
    });
  }

  private turn(): Promise<void> {
    return new Promise((resolve) => this.schedule(resolve));
  }
}

/** Part of the JSON of a message: some of it as written, or a slice of a long string that is not escaped yet. */
interface Piece {
  readonly content: string;
  readonly isEscaped: boolean;
}

function written(content: string): Piece {
  return { content, isEscaped: true };
}

/** Half of a surrogate pair becomes an escape, with the same value. */
function jsonOf({ content, isEscaped }: Piece): string {
  return isEscaped ? content : JSON.stringify(content).slice(1, -1);
}

function piecesOf(message: Message): Piece[] {
  const mark = randomUUID();
  const long: string[] = [];
  const json = JSON.stringify(message, (_, value: unknown) =>
    isLong(value) ? `${mark}${long.push(value)}${mark}` : value,
  );
  // Every second piece is the number of a long string.
  return json
    .split(mark)
    .flatMap((piece, i) => (i % 2 === 0 ? written(piece) : slicesOf(long[Number(piece) - 1]!)));
}

function slicesOf(content: string): Piece[] {
  const count = Math.ceil(content.length / maxSliceLength);
  return Array.from({ length: count }, (_, i) => ({
    content: content.slice(i * maxSliceLength, (i + 1) * maxSliceLength),
    isEscaped: false,
  }));
}

/** Whether one of the first values in a message is a long string. */
function holdsLongString(message: Message): boolean {
  const values: unknown[] = [message];
  for (const value of values) {
    if (isLong(value)) return true;
    if (values.length > maxValuesSearched) return false;
    if (typeof value === 'object' && value !== null) {
      const inner = Array.isArray(value) ? value.slice(0, maxValuesSearched) : Object.values(value);
      values.push(...inner);
    }
  }
  return false;
}

function isLong(value: unknown): value is string {
  return typeof value === 'string' && value.length > maxSliceLength;
}
