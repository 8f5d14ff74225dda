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

/** The clocks of one exchange: one for connecting and then for idling, one for the whole request. */
export interface Clocks {
  /** The connection stands. Until the first byte is written, only the whole request is timed. */
  hold(): void;
  /** There was progress: the idle clock starts again. */
  touch(): void;
  /** Stops all clocks for good. */
  stop(): void;
}

/** Starts the clocks of a request that began at `started`, in milliseconds of `performance.now()`. */
export function startClocks(
  limits: TimeLimits,
  started: number,
  expire: (limit: keyof TimeLimits) => void,
): Clocks {
  const whole = setTimeout(() => expire('whole'), Math.max(0, started + limits.whole - performance.now()));
  const connecting = setTimeout(() => expire('connect'), limits.connect);
  let idling: NodeJS.Timeout | null = null;
  return {
    hold: () => clearTimeout(connecting),
    touch: () => {
      if (idling !== null) idling.refresh();
      else idling = setTimeout(() => expire('idle'), limits.idle);
    },
    stop: () => {
      clearTimeout(whole);
      clearTimeout(connecting);
      if (idling !== null) clearTimeout(idling);
    },
  };
}
