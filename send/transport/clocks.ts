/** How long a request may take, in milliseconds. */
export interface TimeLimits {
  /** Until the connection stands: name lookup, proxy, TCP and TLS. */
  readonly connect: number;
  /**
   * Without progress: nothing arrives, and the system takes nothing more to send. What it has taken may leave
   * much later on a slow connection; of that no program learns anything but the answer.
   */
  readonly idle: number;
  /** From the start to the last byte of the answer. */
  readonly whole: number;
}

/** One clock for connecting and then for idling, and one for the whole request. */
export type Clocks = ReturnType<typeof startClocks>;

/** Starts the clocks of a request that began at `started`, in milliseconds of `performance.now()`. */
export function startClocks(limits: TimeLimits, started: number, expire: (limit: keyof TimeLimits) => void) {
  const whole = setTimeout(() => expire('whole'), Math.max(0, started + limits.whole - performance.now()));
  const connecting = setTimeout(() => expire('connect'), limits.connect);
  let idling: NodeJS.Timeout | undefined;
  return {
    /** The connection stands. Until the first byte is written, only the whole request is timed. */
    hold: () => clearTimeout(connecting),
    /** There was progress: the idle clock starts again. */
    touch: () => {
      idling = idling?.refresh() ?? setTimeout(() => expire('idle'), limits.idle);
    },
    /** Stops all clocks for good. */
    stop: () => {
      for (const clock of [whole, connecting, idling]) clearTimeout(clock);
    },
  };
}
