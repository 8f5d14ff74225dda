import type * as vscode from 'vscode';
import { registerDocumentCommand } from '../documents/commandTarget';
import { showInfo } from '../notifications';
import type { ViewTarget } from './editorSync';
import type { Views } from './views';

/**
 * `Trajectory: Open View to the Side`: of the document that a menu, a lens or the arguments name (`{ uri, trajectory,
 * message }`, counted from 0), or of the one before the user. It begins at the trajectory that is named, or where the
 * cursor is.
 */
export function registerOpenView(views: Views): vscode.Disposable {
  return registerDocumentCommand('trajectory.openView', (document, argument) => {
    if (document.languageId === 'training-config') {
      return showInfo('A training config holds no trajectories, and the view shows nothing else.');
    }
    const view = views.open(document.uri);
    const target = targetIn(argument);
    if (target === null) view.followCursor();
    else view.show(target);
  });
}

/** What a command's argument says besides the document; anybody can pass one, so whatever else it is counts for nothing. */
function targetIn(argument: unknown): ViewTarget | null {
  if (typeof argument !== 'object' || argument === null) return null;
  const { trajectory, message } = argument as Record<string, unknown>;
  if (!isIndex(trajectory)) return null;
  return { trajectory, message: isIndex(message) ? message : null };
}

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
