import * as vscode from 'vscode';
import { commandAction, showInfo } from '../notifications';
import { paletteCommands } from './viewMessages';
import type { Views } from './views';

const openView = commandAction('Open View', 'trajectory.openView');

/** Registers the commands of the active view. */
export function registerViewCommands(views: Views): vscode.Disposable {
  const registered = paletteCommands.map((command) =>
    vscode.commands.registerCommand(`trajectory.view.${command}`, async () => {
      const view = views.active() ?? (await views.soonActive());
      if (view === undefined) showInfo('No trajectory view is open.', openView);
      else view.run(command);
    }),
  );
  return vscode.Disposable.from(...registered);
}
