import type { ShownTrajectory } from '../../client/view/viewMessages';
import type { FileProblem } from '../../server/viewProtocol/files';
import { ownRef } from '../data/comparing';
import { closeOther } from './comparison/otherFile';
import { showItem } from './showItem';
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
  if (view.fileProblems === null) return showProblems(view);
  view.fileProblems = null;
  view.update();
}

export async function showProblems(view: View): Promise<void> {
  await fetchProblems(view);
  view.update();
}

/** Shows the trajectory of a problem, and the message that contains it. */
export async function goToProblem(view: View, problem: FileProblem): Promise<void> {
  const { trajectory, line, character } = problem;
  if (trajectory === null) return;
  if (view.other !== null) closeOther(view);
  showItem(view, ownRef(trajectory), null);
  try {
    const message = await view.host.ask('fileMessage', { trajectory, line, character });
    // The user may have gone elsewhere meanwhile.
    if (message !== null && view.trajectory === trajectory) showItem(view, ownRef(trajectory), message);
  } catch (error) {
    view.failure = (error as Error).message;
    view.update();
  }
}

/** Saves a page. The host asks whether with the shown trajectory, its group or the whole document. */
export function exportHtml(view: View): void {
  view.host.post({ type: 'exportHtml', shown: shownTrajectory(view) });
}

function shownTrajectory({ columns, trajectory }: View): ShownTrajectory | null {
  const group = trajectory === null ? undefined : columns?.groupOf[trajectory];
  if (trajectory === null || columns === null || group === undefined) return null;
  const { version, starts } = columns;
  return { version, trajectory, group, from: starts[group]!, to: starts[group + 1]! };
}

async function fetchProblems(view: View): Promise<void> {
  try {
    view.fileProblems = (await view.host.ask('fileProblems', {})) ?? [];
  } catch (error) {
    view.failure = (error as Error).message;
  }
}
