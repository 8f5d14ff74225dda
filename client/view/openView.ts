import * as vscode from 'vscode';
import { activeUri } from '../documents/activeDocument';
import { targetOf } from '../documents/commandTarget';
import { uriOf } from '../documents/resolve';
import { showInfo, showReason } from '../notifications';
import type { ViewTarget } from './following/editorSync';
import { openIfLarge } from './viewedDocument';
import type { ViewServices } from './viewServices';
import type { Views } from './views';

/**
 * `Trajectory: Open View to the Side`: opens the view of the document in the argument (from a menu, a lens, or `{ uri,
 * trajectory, message }` counted from 0), or of the active one. Starts at the given trajectory, at the cursor, or with
 * `{ uri, problems: true }` at the list of a file's problems. Files that VS Code does not give to extensions are read by
 * the server.
 */
export function registerOpenView(views: Views, services: ViewServices): vscode.Disposable {
  const show = (uri: vscode.Uri, argument: unknown) => {
    const view = views.open(uri);
    const target = targetIn(argument);
    if (wantsProblems(argument)) view.run('showProblems');
    else if (target === null) view.followCursor();
    else view.show(target);
  };
  const ofDocument = async (argument: unknown) => {
    const document = await targetOf(argument);
    if (document?.languageId === 'training-config')
      return showInfo('A training config contains no trajectories, and the view shows nothing else.');
    if (document !== null) show(document.uri, argument);
  };
  return vscode.commands.registerCommand('trajectory.openView', async (argument: unknown) => {
    const uri = uriOf(argument) ?? activeUri();
    try {
      if (uri !== undefined && (await openIfLarge(services, uri))) show(uri, argument);
      else await ofDocument(argument);
    } catch (error) {
      showReason(error);
    }
  });
}

/** The target in a command's argument. Anybody can pass one, so anything invalid is ignored. */
function targetIn(argument: unknown): ViewTarget | null {
  if (typeof argument !== 'object' || argument === null) return null;
  const { trajectory, message } = argument as Record<string, unknown>;
  if (!isIndex(trajectory)) return null;
  return { trajectory, message: isIndex(message) ? message : null };
}

function wantsProblems(argument: unknown): boolean {
  return (argument as { readonly problems?: unknown } | null | undefined)?.problems === true;
}

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
