import * as vscode from 'vscode';
import { showInfo } from '../notifications';
import type { ViewCommand } from './viewMessages';
import type { Views } from './views';

/** What the page does when a key or the palette says so; each is `trajectory.view.NAME`. */
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
  'showKeys',
];

/** The commands of the view that is before the user. */
export function registerViewCommands(views: Views): vscode.Disposable {
  const registered = commands.map((command) =>
    vscode.commands.registerCommand(`trajectory.view.${command}`, async () => {
      const view = views.active() ?? (await views.soonActive());
      if (view === undefined) showInfo('Open the view first: “Trajectory: Open View to the Side”.');
      else view.run(command);
    }),
  );
  return vscode.Disposable.from(...registered);
}
