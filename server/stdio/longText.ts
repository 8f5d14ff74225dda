import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { Message } from 'vscode-languageserver';
import { backslash } from '../core/text/characters';
import { addChunk, type Chunk, chunkSize } from '../core/text/chunks';
import type { Decoder } from '../core/text/decoder';
import { DecodeEnd } from '../core/text/layout';
import { DecodedText, type ReceivedText } from '../lsp/documents/contentChanges';

const methods = ['"textDocument/didOpen"', '"textDocument/didChange"'];
const key = Buffer.from('"text":"');
/** A message with more bytes than this before or after its text is decoded as a whole. */
const maxBytesAroundText = 32_768;

interface WithText {
  readonly params?: {
    readonly textDocument?: { text?: ReceivedText };
    readonly contentChanges?: readonly { text?: ReceivedText }[];
  };
}

/**
 * Decodes the text of a `textDocument/didOpen`, or of the first change of a `textDocument/didChange`, while its bytes
 * arrive: neither the message nor the text ever becomes one string.
 */
export class LongText {
  private readonly decoder: Decoder;
  private head: string | null = null;
  /** Bytes not decoded yet. */
  private rest: Buffer = Buffer.alloc(0);
  private readonly chunks: Chunk[] = [];
  /** Whether the text has ended: the remaining bytes come after it. */
  private isWhole = false;
  /** Whether it is another message, or not JSON in UTF-8. */
  isOther = false;

  constructor(decoder: Decoder) {
    this.decoder = decoder;
  }

  add(bytes: Buffer): void {
    if (this.isOther) return;
    this.rest = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    if (this.head === null) this.findText();
    if (this.head !== null) this.decode(chunkSize);
    if (this.head === null || this.isWhole) this.isOther ||= this.rest.length > maxBytesAroundText;
  }

  /** The message, with its text as `DecodedText`; null for any other message. */
  message(): Message | null {
    if (this.head !== null) this.decode(1);
    if (this.isOther || !this.isWhole || !isUtf8(this.rest)) return null;
    // The placeholder of the text proves that it is the one that was decoded.
    const mark = randomUUID();
    const message = parsed(this.head + mark + this.rest.toString('utf8')) as (Message & WithText) | null;
    const { textDocument, contentChanges } = message?.params ?? {};
    const item = [textDocument, contentChanges?.[0]].find((one) => one?.text === mark);
    if (!message || !item) return null;
    item.text = new DecodedText(this.chunks);
    return message;
  }

  private findText(): void {
    const at = this.rest.indexOf(key);
    if (at < 0) return;
    const head = this.rest.subarray(0, at + key.length);
    this.isOther =
      this.rest[at - 1] === backslash || !methods.some((method) => head.includes(method)) || !isUtf8(head);
    this.head = head.toString('utf8');
    this.rest = this.rest.subarray(head.length);
  }

  /** Decodes the text in pieces while at least `least` bytes are left. */
  private decode(least: number): void {
    while (!this.isOther && !this.isWhole && this.rest.length >= least) {
      const { chunk, taken, end } = this.decoder.decode(this.rest.subarray(0, chunkSize));
      // Now, not for all at once.
      addChunk(this.chunks, chunk);
      this.rest = this.rest.subarray(taken);
      this.isWhole = end === DecodeEnd.quote;
      this.isOther = end === DecodeEnd.invalid || (end === DecodeEnd.bytes && taken === 0);
    }
  }
}

/** Parses JSON; null if it is invalid. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
