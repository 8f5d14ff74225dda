import { maxSliceMs, type Schedule } from './slices';

/** The schedule of a lane, by its name: what is scheduled in a lane runs in order. */
export type Lanes = (name: string) => Schedule;

/** The lane of all analyses. Each document has another one for requests, with its URI as the name. */
export const analysisLane = 'analysis';

/**
 * Runs callbacks, in each turn those of one lane for about a slice, and lanes in turn. However much work there is for a
 * document, a message waits for at most one slice of it, and so does the work for each other document.
 */
export function inLanes(schedule: Schedule): Lanes {
  // The lane that has waited longest comes first.
  const waiting = new Map<string, (() => void)[]>();
  const turn = (): void => {
    const [name, callbacks] = waiting.entries().next().value!;
    try {
      runSome(callbacks);
    } finally {
      waiting.delete(name);
      if (callbacks.length > 0) waiting.set(name, callbacks);
      if (waiting.size > 0) schedule(turn);
    }
  };
  return (name) => (callback) => {
    if (waiting.size === 0) schedule(turn);
    const callbacks = waiting.get(name);
    if (callbacks === undefined) waiting.set(name, [callback]);
    else callbacks.push(callback);
  };
}

/** Runs callbacks until the time of a slice is over. Those that they add wait for the next turn. */
function runSome(callbacks: (() => void)[]): void {
  const stop = performance.now() + maxSliceMs;
  for (let count = callbacks.length; count > 0; count--) {
    callbacks.shift()!();
    if (performance.now() >= stop) return;
  }
}
