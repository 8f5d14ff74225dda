import * as vscode from 'vscode';
import type { Outcome } from '../send/outcome';

const nodeOnlyCommands = [
  'trajectory.logTrajectories',
  'trajectory.createTrainingJob',
  'trajectory.showLatestOutcome',
  'trajectory.showHistory',
  'trajectory.clearHistory',
];

const localServiceCommands = ['trajectory.startLocalService', 'trajectory.stopLocalService'];

/** In a web worker, commands that need Node stay in the palette and explain why they do not work. */
export function explainNoSending(): vscode.Disposable {
  return vscode.Disposable.from(
    ...nodeOnlyCommands.map((command) => vscode.commands.registerCommand(command, explain)),
    ...localServiceCommands.map((command) => vscode.commands.registerCommand(command, explainNoService)),
    vscode.commands.registerCommand('trajectory.runningLocalService', () => null),
  );
}

function explain(): Outcome {
  const message =
    'Sending needs VS Code on the desktop or connected to a remote machine: a browser may deliver one request several times, which would start several training jobs.';
  void vscode.window.showInformationMessage(message);
  return { status: 'failed', reason: 'unsupported', message };
}

/** Null, because whoever starts it to ask for its URL takes any other result for one. */
function explainNoService(): null {
  void vscode.window.showInformationMessage(
    'The local service needs VS Code on the desktop or connected to a remote machine: a browser cannot start a program.',
  );
  return null;
}
