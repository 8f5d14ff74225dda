import { vi } from 'vitest';

/** A time limit in ms that no test reaches: the longest that a timer takes. */
export const never = 2 ** 31 - 1;

let passing: NodeJS.Timeout | undefined;

/** Stops the clock of this process. Sockets, files and intervals are not affected. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
}

/**
 * From now on, time passes on the stopped clock: in small steps between which sockets are read and written, so that
 * at any speed of the machine only a connection that makes no progress reaches a time limit.
 */
export function passTime(): void {
  passing ??= setInterval(() => vi.advanceTimersByTime(100));
}

/** Returns to the real clock. */
export function restoreClock(): void {
  clearInterval(passing);
  passing = undefined;
  vi.useRealTimers();
}
