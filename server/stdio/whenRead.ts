import type { Writable } from 'node:stream';
import type { Schedule } from '../lsp/scheduling/slices';

/** Bytes that may wait to be read by the client while further responses are computed. */
const maxWaitingBytes = 8_000_000;

/**
 * Runs callbacks unless much of the output waits to be read: a client that asks faster than it reads would otherwise fill
 * the memory with responses.
 */
export function whenRead(output: Writable, schedule: Schedule, most = maxWaitingBytes): Schedule {
  return (callback) => {
    const look = (): void => {
      if (output.writableLength <= most) callback();
      else output.once('drain', () => schedule(look));
    };
    schedule(look);
  };
}
