import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import { AbstractMessageWriter, type Message, type MessageWriter } from 'vscode-languageserver/node';
import type { Schedule } from '../lsp/scheduling/slices';

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

  constructor(output: Writable, schedule: Schedule) {
    super();
    this.output = output;
    this.schedule = schedule;
    output.on('error', (error) => this.fireError(error)).on('close', () => this.fireClose());
  }

  async write(message: Message): Promise<void> {
    const parts = holdsLongString(message)
      ? await this.encodedInSlices(message)
      : [Buffer.from(JSON.stringify(message))];
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const [first, ...others] = parts;
    const head = Buffer.concat([Buffer.from(`Content-Length: ${length}\r\n\r\n`), first!]);
    const all = [head, ...others];
    const handed = this.last.then(() => this.put(all.slice(0, -1)));
    // The stream keeps the order, so the next message need not wait until this one is written.
    const written = handed.then(() => this.writePart(all.at(-1)!));
    this.last = handed.catch(() => {});
    return written;
  }

  end(): void {
    this.output.end();
  }

  private async put(parts: readonly Buffer[]): Promise<void> {
    for (const part of parts) {
      await this.writePart(part);
      // Let other messages be read between two parts. All parts are encoded already.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  private writePart(part: Buffer): Promise<void> {
    this.gather();
    return new Promise<void>((resolve, reject) => {
      this.output.write(part, (error) => (error ? reject(error) : resolve()));
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

  private async encodedInSlices(message: Message): Promise<Buffer[]> {
    const mark = randomUUID();
    const long: string[] = [];
    const json = JSON.stringify(message, (_, value: unknown) =>
      isLong(value) ? `${mark}${long.push(value)}${mark}` : value,
    );
    const parts: Buffer[] = [];
    // Every second piece is the number of a long string.
    for (const [i, piece] of json.split(mark).entries()) {
      if (i % 2 === 0) parts.push(Buffer.from(piece));
      else for await (const part of this.slicesOf(long[Number(piece) - 1]!)) parts.push(part);
    }
    return parts;
  }

  private async *slicesOf(content: string): AsyncGenerator<Buffer> {
    for (let at = 0; at < content.length; at += maxSliceLength) {
      await this.turn();
      // Half of a surrogate pair is written as an escape, with the same value.
      yield Buffer.from(JSON.stringify(content.slice(at, at + maxSliceLength)).slice(1, -1));
    }
  }

  private turn(): Promise<void> {
    return new Promise((resolve) => this.schedule(resolve));
  }
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
