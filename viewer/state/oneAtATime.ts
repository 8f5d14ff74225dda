import type { View } from './view';

/**
 * Work that updates the view, never twice at the same time: a call while it runs makes it run once more afterwards. It
 * handles its own errors.
 */
export function oneAtATime(work: (view: View) => Promise<void>): (view: View) => Promise<void> {
  let isRunning = false;
  let isAskedAgain = false;
  return async function run(view) {
    isAskedAgain = isRunning;
    if (isRunning) return;
    isRunning = true;
    try {
      await work(view);
    } finally {
      isRunning = false;
      view.update();
    }
    if (isAskedAgain) await run(view);
  };
}
