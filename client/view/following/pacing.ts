/** While the user types faster than the view follows, milliseconds without an edit until it is told of the last one. */
const pause = 100;
/** Milliseconds until it is told anyway. */
const maxHold = 300;

/**
 * Passes versions on to a view: at once, but when the text is edited while the view still follows an earlier version,
 * only the last one, in the next pause. What the view does with a version delays the problems of the next one.
 */
export interface Pacing {
  /** The document was edited. */
  edited(): void;
  /** A version was analyzed. */
  analyzed(version: number): void;
  /** The view shows the last version that it was told of. */
  followed(): void;
  dispose(): void;
}

export function createPacing(tell: (version: number) => void, now = () => performance.now()): Pacing {
  let lastEdit = Number.NEGATIVE_INFINITY;
  let isFollowing = false;
  let isHeldBack = false;
  let held: { readonly version: number; readonly since: number } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tellHeld = () => {
    if (held === null) return;
    isFollowing = true;
    tell(held.version);
    held = null;
  };
  const wait = () => {
    clearTimeout(timer);
    if (held === null) return;
    timer = setTimeout(tellHeld, Math.min(lastEdit + pause, held.since + maxHold) - now());
  };
  return {
    edited() {
      isHeldBack = isFollowing || held !== null;
      lastEdit = now();
      wait();
    },
    analyzed(version) {
      held = { version, since: held?.since ?? now() };
      if (isHeldBack) return wait();
      clearTimeout(timer);
      tellHeld();
    },
    followed() {
      isFollowing = false;
    },
    dispose: () => clearTimeout(timer),
  };
}
