import type { Readable } from 'node:stream';
import {
  AbstractMessageReader,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageReader,
} from 'vscode-languageserver/node';
import { type Decoder, newDecoder } from '../core/text/decoder';
import { LongJson } from './longJson';
import { LongText } from './longText';

/** Smaller messages are decoded when complete. */
const minStreamedBytes = 65_536;
/** Maximum bytes of a header, and of a message that can be decoded. */
const maxHeaderBytes = 8192;
const maxBodyBytes = 2 ** 31;
const headerEnd = '\r\n\r\n';
/** Some programs write this, against the protocol. */
const bareHeaderEnd = '\n\n';

/**
 * Reads messages from a stream (LSP 3.18, base protocol). The library's reader turns a long document into one string
 * after another; this one decodes it as it arrives, in chunks (`DecodedText`).
 */
export class StdioReader extends AbstractMessageReader implements MessageReader {
  private readonly input: Readable;
  /** The bytes of a header so far. */
  private header: Buffer = Buffer.alloc(0);
  private body: Body | null = null;
  /** Created for the first long message, unless given. */
  private decoder: Decoder | null | undefined;

  /** Without a decoder (null), messages are decoded when complete. */
  constructor(input: Readable, decoder?: Decoder | null) {
    super();
    this.input = input;
    this.decoder = decoder;
  }

  listen(callback: DataCallback): Disposable {
    const onData = (bytes: Buffer): void => {
      this.read(bytes, callback);
      // Node reads two megabytes at once, which take long to parse: other work comes between.
      if (this.body?.isParsed === true) this.pauseOnce();
    };
    const onError = (error: Error): void => this.fireError(error);
    let isClosed = false;
    const onClose = (): void => {
      if (!isClosed) this.fireClose();
      isClosed = true;
    };
    // A file ends without being closed, and a pipe may be closed without an end.
    const ends = ['end', 'close'] as const;
    this.input.on('data', onData).on('error', onError);
    for (const event of ends) this.input.on(event, onClose);
    return {
      dispose: () => {
        this.input.off('data', onData).off('error', onError);
        for (const event of ends) this.input.off(event, onClose);
      },
    };
  }

  private pauseOnce(): void {
    this.input.pause();
    setImmediate(() => this.input.resume());
  }

  private read(bytes: Buffer, callback: DataCallback): void {
    let rest: Buffer = bytes;
    while (rest.length > 0) {
      if (this.body === null) rest = this.readHeader(rest);
      if (this.body === null) continue;
      rest = this.body.add(rest);
      if (this.body.missing > 0) return;
      const { body } = this;
      this.body = null;
      this.hand(body, callback);
    }
  }

  private hand(body: Body, callback: DataCallback): void {
    let message: Message;
    try {
      message = body.message();
    } catch {
      // The exception's message quotes the LSP message, which may contain a document.
      this.fireError(new SyntaxError('it is not JSON, or too long.'));
      return;
    }
    callback(message);
  }

  /** Reads a header as far as it has arrived, and returns the bytes after it. */
  private readHeader(bytes: Buffer): Buffer {
    const held = this.header.length === 0 ? bytes : Buffer.concat([this.header, bytes]);
    const { from: end, to: behind } = endOfHeader(held);
    this.header = end < 0 ? held.subarray(-maxHeaderBytes) : Buffer.alloc(0);
    if (end < 0) return Buffer.alloc(0);
    const header = held.toString('latin1', Math.max(0, end - maxHeaderBytes), end);
    // After a bad header, its body precedes the next header on the same line.
    const length = Number(/content-length: *(\d+) *$/im.exec(header)?.[1] ?? Number.NaN);
    if (length <= maxBodyBytes) this.body = this.bodyOf(length);
    else this.fireError(new Error('its header has no Content-Length, or one that is too long.'));
    return held.subarray(behind);
  }

  private bodyOf(length: number): Body {
    if (length < minStreamedBytes) return new Body(length, null);
    if (this.decoder === undefined) this.decoder = newDecoder();
    return new Body(length, this.decoder);
  }
}

/** The empty line after a header; `from` is -1 if it has not arrived. */
function endOfHeader(bytes: Buffer): { readonly from: number; readonly to: number } {
  const from = bytes.indexOf(headerEnd);
  const bare = bytes.subarray(0, from < 0 ? bytes.length : from).indexOf(bareHeaderEnd);
  if (bare >= 0) return { from: bare, to: bare + bareHeaderEnd.length };
  return { from, to: from + headerEnd.length };
}

/** Collects the bytes of a message. A long one is parsed while they arrive. */
class Body {
  missing: number;
  private parts: Buffer[] = [];
  private readonly text: LongText | null;
  /** Parses a long message without a long text. */
  private json: LongJson | null = null;
  private failure: unknown = null;

  constructor(length: number, decoder: Decoder | null) {
    this.missing = length;
    this.text = decoder === null ? null : new LongText(decoder);
  }

  /** Whether its bytes are parsed as they arrive. */
  get isParsed(): boolean {
    return this.json !== null;
  }

  /** Takes the bytes of this message and returns the rest. */
  add(bytes: Buffer): Buffer {
    const own = bytes.subarray(0, this.missing);
    this.missing -= own.length;
    this.parts.push(own);
    if (this.json === null) this.text?.add(own);
    if (this.text?.isOther === true) this.parse();
    return bytes.subarray(own.length);
  }

  /** Parses the bytes that have arrived. */
  private parse(): void {
    this.json ??= new LongJson();
    try {
      for (const part of this.failure === null ? this.parts : []) this.json.add(part);
    } catch (error) {
      this.failure = error;
    }
    this.parts = [];
  }

  /** The parsed message; throws like `JSON.parse`. */
  message(): Message {
    if (this.failure !== null) throw this.failure;
    if (this.json !== null) return this.json.value() as Message;
    return this.text?.message() ?? JSON.parse(Buffer.concat(this.parts).toString('utf8'));
  }
}
