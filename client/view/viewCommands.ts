import * as vscode from 'vscode';
import { commandAction, showInfo } from '../notifications';
import type { ViewCommand } from './viewMessages';
import type { Views } from './views';

/** Commands that the page handles, from keys or the palette. Each is `trajectory.view.NAME`. */
const commands: readonly ViewCommand[] = [
  'nextMessage',
  'previousMessage',
  'nextTrajectory',
  'previousTrajectory',
  'nextGroup',
  'previousGroup',
  'showInText',
  'copyReference',
  'toggleFold',
  'toggleReasoning',
  'compare',
  'compareFiles',
  'find',
  'nextHit',
  'previousHit',
  'copyMarkdown',
  'exportHtml',
  'showKeys',
];

const openView = commandAction('Open View', 'trajectory.openView');

/** Registers the commands of the active view. */
export function registerViewCommands(views: Views): vscode.Disposable {
  const registered = commands.map((command) =>
    vscode.commands.registerCommand(`trajectory.view.${command}`, async () => {
      const view = views.active() ?? (await views.soonActive());
      if (view === undefined) showInfo('No trajectory view is open.', openView);
      else view.run(command);
    }),
  );
  return vscode.Disposable.from(...registered);
}
