import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { RawResponse } from '../response/rawResponse';

/** Byte limit for a response. */
const maxResponseBytes = 1 << 20;

/**
 * Reads a response up to the limit. Calls `onPart` for each chunk. Always settles when the response ends, however it
 * ends.
 */
export async function readResponse(response: IncomingMessage, onPart: () => void): Promise<RawResponse> {
  const { chunks, body } = await collect(response, onPart);
  const { statusCode: status = 0, headers } = response;
  const bytes = decompress(Buffer.concat(chunks).subarray(0, maxResponseBytes), headers['content-encoding']);
  if (bytes !== null) return { status, headers, text: new TextDecoder().decode(bytes), body };
  return { status, headers, text: '', body: body === 'complete' ? 'unreadable' : body };
}

async function collect(
  response: IncomingMessage,
  onPart: () => void,
): Promise<{ readonly chunks: readonly Buffer[]; readonly body: RawResponse['body'] }> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      onPart();
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxResponseBytes) return { chunks, body: 'cut' };
    }
  } catch {
    return { chunks, body: 'broken' };
  }
  return { chunks, body: response.complete ? 'complete' : 'broken' };
}

/** Null when the response is compressed, although that was not requested, and is invalid, incomplete or too large. */
function decompress(bytes: Buffer, encoding = ''): Buffer | null {
  try {
    return (
      decompressors.get(encoding.trim().toLowerCase() || 'identity')?.(bytes, {
        maxOutputLength: maxResponseBytes,
      }) ?? null
    );
  } catch {
    return null;
  }
}

const decompressors = new Map<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer>([
  ['identity', (bytes) => bytes],
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);
