import type { View } from './view';

/** Fetches what is known of a file that is read from the disk. */
export async function refreshFile(view: View): Promise<void> {
  if (view.document?.isFile !== true) return;
  const file = await view.host.ask('file', {});
  view.file = file;
  if (view.fileProblems !== null) await fetchProblems(view);
  view.update();
}

/** Shows or hides the list of problems. */
export async function toggleProblems(view: View): Promise<void> {
  if (view.fileProblems === null) await fetchProblems(view);
  else view.fileProblems = null;
  view.update();
}

async function fetchProblems(view: View): Promise<void> {
  try {
    view.fileProblems = (await view.host.ask('fileProblems', {})) ?? [];
  } catch (error) {
    view.failure = (error as Error).message;
  }
}
