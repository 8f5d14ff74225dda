/** Edits less than this many milliseconds apart are a burst: a key held down, or a very fast typist. */
const burst = 100;
/** During a burst, milliseconds until the view is updated anyway. */
const maxHold = 300;

/**
 * Passes versions on to a view: at once, but in a burst of edits only the last one, when it is over. What the view does
 * with a version would delay the problems of the next one.
 */
export interface Pacing {
  /** The document was edited. */
  edited(): void;
  /** A version was analyzed. */
  analyzed(version: number): void;
  dispose(): void;
}

export function createPacing(tell: (version: number) => void, now = () => performance.now()): Pacing {
  let lastEdit = Number.NEGATIVE_INFINITY;
  let isBurst = false;
  let held: { readonly version: number; readonly since: number } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tellHeld = () => {
    if (held !== null) tell(held.version);
    held = null;
  };
  const wait = () => {
    clearTimeout(timer);
    if (held === null) return;
    timer = setTimeout(tellHeld, Math.min(lastEdit + burst, held.since + maxHold) - now());
  };
  return {
    edited() {
      isBurst = now() - lastEdit < burst;
      lastEdit = now();
      wait();
    },
    analyzed(version) {
      held = { version, since: held?.since ?? now() };
      if (isBurst) return wait();
      clearTimeout(timer);
      tellHeld();
    },
    dispose: () => clearTimeout(timer),
  };
}
