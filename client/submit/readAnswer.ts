import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** An answer as it arrived: nothing in it is believed yet. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** At most `ANSWER_LIMIT` bytes, decoded as UTF-8, replacement characters where that failed. */
  readonly text: string;
  /** `cut`: longer than what is read; `broken`: the connection ended within it; `unreadable`: bad compression. */
  readonly body: 'complete' | 'cut' | 'broken' | 'unreadable';
}

/** How many bytes of an answer are read. */
export const ANSWER_LIMIT = 1 << 20;

/** Reads an answer up to the limit. It always comes to an end with the response, however that ends. */
export function readAnswer(response: IncomingMessage): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (body: RawAnswer['body']) => {
      const bytes = Buffer.concat(chunks).subarray(0, ANSWER_LIMIT);
      const decoded = decode(bytes, body, response.headers['content-encoding']);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, ...decoded });
    };
    response.on('data', (chunk: Buffer) => {
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
  const decompress = encoding === undefined ? undefined : decompressors[encoding.trim().toLowerCase()];
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

const decompressors: Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};
