/** Time limits of a request, in milliseconds. */
export interface TimeLimits {
  /** Until connected: name lookup, proxy, TCP and TLS. */
  readonly connect: number;
  /**
   * Without progress: nothing arrives, and the system accepts no more data. Accepted data may leave much later on a
   * slow connection; no program can observe that, only the response.
   */
  readonly idle: number;
  /** From the start to the last byte of the response. */
  readonly whole: number;
}

/** Those of the settings' defaults. */
export const defaultLimits: TimeLimits = { connect: 30_000, idle: 300_000, whole: 1_800_000 };

/** One timer for connecting, then for idling; another for the whole request. */
export type Clocks = ReturnType<typeof startClocks>;

/** Starts the timers of a request that began at `started`, in milliseconds of `performance.now()`. */
export function startClocks(limits: TimeLimits, started: number, expire: (limit: keyof TimeLimits) => void) {
  const whole = setTimeout(() => expire('whole'), Math.max(0, started + limits.whole - performance.now()));
  const connecting = setTimeout(() => expire('connect'), limits.connect);
  let idling: NodeJS.Timeout | undefined;
  return {
    /** Connected. Until the first byte is written, only the whole request is timed. */
    hold: () => clearTimeout(connecting),
    /** Progress: restarts the idle timer. */
    touch: () => {
      idling = idling?.refresh() ?? setTimeout(() => expire('idle'), limits.idle);
    },
    /** Stops all timers for good. */
    stop: () => {
      for (const clock of [whole, connecting, idling]) clearTimeout(clock);
    },
  };
}
