import type { Schedule } from '../lsp/scheduling/slices';
import type { StdioWriter } from './writer';

/** Bytes of responses that may wait to be read by the client while further responses are computed. */
const maxWaiting = 8_000_000;

/**
 * Runs callbacks unless much of the output waits to be read: a client that asks faster than it reads would otherwise fill
 * the memory with responses.
 */
export function whenRead(writer: StdioWriter, schedule: Schedule, most = maxWaiting): Schedule {
  return (callback) => {
    const look = (): void => {
      if (writer.waiting <= most) callback();
      else writer.onceTaken(() => schedule(look));
    };
    schedule(look);
  };
}
