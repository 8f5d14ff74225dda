import type { View } from './view';

/**
 * Work that updates the view, never twice at the same time: a call while it runs makes it run once more afterwards, and
 * ends with it. It handles its own errors.
 */
export function oneAtATime(work: (view: View) => Promise<void>): (view: View) => Promise<void> {
  let running: Promise<void> | null = null;
  let isAskedAgain = false;
  const run = async (view: View) => {
    try {
      do {
        isAskedAgain = false;
        await work(view);
        view.update();
      } while (isAskedAgain);
    } finally {
      running = null;
    }
  };
  return (view) => {
    if (running === null) running = run(view);
    else isAskedAgain = true;
    return running;
  };
}
