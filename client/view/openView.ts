import type * as vscode from 'vscode';
import { registerDocumentCommand } from '../documents/commandTarget';
import { showInfo } from '../notifications';
import type { ViewTarget } from './following/editorSync';
import type { Views } from './views';

/**
 * `Trajectory: Open View to the Side`: opens the view of the document in the argument (from a menu, a lens, or `{ uri,
 * trajectory, message }` counted from 0), or of the active one. Starts at the given trajectory, or at the cursor.
 */
export function registerOpenView(views: Views): vscode.Disposable {
  return registerDocumentCommand('trajectory.openView', (document, argument) => {
    if (document.languageId === 'training-config') {
      return showInfo('A training config contains no trajectories, and the view shows nothing else.');
    }
    const view = views.open(document.uri);
    const target = targetIn(argument);
    if (target === null) view.followCursor();
    else view.show(target);
  });
}

/** The target in a command's argument. Anybody can pass one, so anything invalid is ignored. */
function targetIn(argument: unknown): ViewTarget | null {
  if (typeof argument !== 'object' || argument === null) return null;
  const { trajectory, message } = argument as Record<string, unknown>;
  if (!isIndex(trajectory)) return null;
  return { trajectory, message: isIndex(message) ? message : null };
}

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
