import type { MessageStrategy } from 'vscode-languageserver';
import type { Schedule } from './slices';

/** Maximum milliseconds that work waits while messages keep coming. */
const maxWaitMs = 50;

/**
 * Runs callbacks when no message is waiting. The protocol library handles one message per turn of the event loop, so a
 * turn without a message means that none is left. Queued edits thus become one analysis, and a request does not wait
 * again for each message before it.
 */
export function messagesFirst(nextTurn: Schedule): {
  readonly schedule: Schedule;
  readonly messageStrategy: MessageStrategy;
} {
  let handled = 0;
  const schedule: Schedule = (callback) => {
    const last = performance.now() + maxWaitMs;
    const look = (before: number): void => {
      if (handled === before || performance.now() >= last) callback();
      else wait();
    };
    const wait = (): void => {
      const before = handled;
      nextTurn(() => look(before));
    };
    // The first turn may come before the turn of a waiting message.
    nextTurn(wait);
  };
  const messageStrategy: MessageStrategy = {
    handleMessage: (message, next) => {
      handled++;
      return next(message);
    },
  };
  return { schedule, messageStrategy };
}
