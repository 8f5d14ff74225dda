import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { RawAnswer } from '../answer/rawAnswer';

/** How many bytes of an answer are read. */
export const ANSWER_LIMIT = 1 << 20;

/** Reads an answer up to the limit. It always comes to an end with the response, however that ends. */
export async function readAnswer(response: IncomingMessage): Promise<RawAnswer> {
  const { chunks, body } = await collect(response);
  const bytes = Buffer.concat(chunks).subarray(0, ANSWER_LIMIT);
  const decoded = decode(bytes, body, response.headers['content-encoding']);
  return { status: response.statusCode ?? 0, headers: response.headers, ...decoded };
}

function collect(
  response: IncomingMessage,
): Promise<{ readonly chunks: readonly Buffer[]; readonly body: RawAnswer['body'] }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (body: RawAnswer['body']) => resolve({ chunks, body });
    response.on('data', (chunk: Buffer) => {
      if (size > ANSWER_LIMIT) return;
      chunks.push(chunk);
      size += chunk.length;
      if (size > ANSWER_LIMIT) finish('cut');
    });
    response.on('end', () => finish(response.complete ? 'complete' : 'broken'));
    response.on('error', () => finish('broken'));
    response.on('close', () => finish('broken'));
  });
}

function decode(
  bytes: Buffer,
  body: RawAnswer['body'],
  encoding: string | undefined,
): Pick<RawAnswer, 'text' | 'body'> {
  const toText = (decoded: Buffer) => new TextDecoder('utf-8').decode(decoded);
  const decompress = encoding === undefined ? undefined : decompressors.get(encoding.trim().toLowerCase());
  if (encoding === undefined || encoding === 'identity') return { text: toText(bytes), body };
  // What was compressed can be read as a whole only.
  if (body !== 'complete') return { text: '', body };
  if (decompress === undefined) return { text: '', body: 'unreadable' };
  try {
    return { text: toText(decompress(bytes, { maxOutputLength: ANSWER_LIMIT })), body };
  } catch {
    // Compressed although that was not asked for, and not readable or too large: shown as such.
    return { text: '', body: 'unreadable' };
  }
}

const decompressors = new Map<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);
