import { isUtf8, transcode } from 'node:buffer';
import type { Message } from 'vscode-languageserver';
import { type Chunk, chunkSize, lineStartsOf } from '../core/text/text';
import type { ReceivedText } from '../lsp/documents';

/** Smaller messages are not worth the trouble. */
const long = 65_536;
const method = '"textDocument/didOpen"';
const key = Buffer.from('"text":"');
const quote = 34;
const backslash = 92;
const letterU = 117;
const longestEscape = 6;

interface DidOpen {
  readonly params?: { readonly textDocument?: { text?: ReceivedText } };
}

/**
 * The value of a message's JSON in UTF-8; throws as `JSON.parse` does. In a long `textDocument/didOpen` the
 * text comes as `ReceivedText` in pieces: the message never becomes one string, nor does the text, which
 * takes half the time and half the memory.
 */
export function decodeMessage(bytes: Uint8Array): Message {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (body.length < long ? null : decodeDidOpen(body)) ?? JSON.parse(body.toString('utf8'));
}

/** A message whose last string is the text of a document that is opened; null for any other one. */
function decodeDidOpen(body: Buffer): Message | null {
  const at = body.indexOf(key);
  const from = at + key.length;
  const to = body.lastIndexOf(quote);
  if (
    at <= 0 ||
    to < from ||
    body[at - 1] === backslash ||
    !body.toString('latin1', 0, at).includes(method)
  ) {
    return null;
  }
  const chunks = isUtf8(body) ? textWithin(body.subarray(from, to)) : null;
  if (chunks === null) return null;
  const message = JSON.parse(body.toString('utf8', 0, from) + body.toString('utf8', to)) as Message & DidOpen;
  const item = message.params?.textDocument;
  if (item?.text !== '') return null;
  item.text = chunks;
  return message;
}

/** The text in the inside of a JSON string; null where it is none. */
function textWithin(bytes: Buffer): Chunk[] | null {
  const chunks: Chunk[] = [];
  for (let from = 0; from < bytes.length; ) {
    const to = pieceEnd(bytes, from);
    const utf16 = transcode(bytes.subarray(from, to), 'utf8', 'utf16le').toString('utf16le');
    const content = stringOfJson(`"${utf16}"`);
    if (content === null) return null;
    const units = new Uint16Array(content.length);
    Buffer.from(units.buffer).write(content, 'utf16le');
    chunks.push({ units, lineStarts: lineStartsOf(content) });
    from = to;
  }
  return chunks;
}

/** Where a piece ends: not inside of a character, nor of an escape. */
function pieceEnd(bytes: Buffer, from: number): number {
  let to = from + chunkSize;
  if (to >= bytes.length) return bytes.length;
  while ((bytes[to]! & 0xc0) === 0x80) to--;
  const last = bytes.lastIndexOf(backslash, to - 1);
  if (last < Math.max(from, to - longestEscape)) return to;
  // Of several backslashes in a row, each second one is what the one before it escapes.
  let first = last;
  while (first > from && bytes[first - 1] === backslash) first--;
  const isEscaped = (last - first) % 2 === 1;
  return isEscaped || last + lengthOfEscape(bytes[last + 1]!) <= to ? to : last;
}

function lengthOfEscape(letter: number): number {
  return letter === letterU ? longestEscape : 2;
}

/** The string that a JSON text is; null for any other text. */
function stringOfJson(json: string): string | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}
